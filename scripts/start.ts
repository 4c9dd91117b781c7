/**
 * `npm start`: replaces itself with the server, started with the options and the allocator settings
 * of the image and the unit file.
 */
import { spawnSync } from 'node:child_process';
import process from 'node:process';
import { SERVER_ARGS, SERVER_ENV } from './server-command.ts';

const args = [...SERVER_ARGS, ...process.argv.slice(2)];
const env = { ...SERVER_ENV, ...process.env };
if (process.platform === 'win32') {
  process.exitCode = spawnSync(process.execPath, args, { env, stdio: 'inherit' }).status ?? 1;
} else {
  process.execve?.(process.execPath, [process.execPath, ...args], env);
}
