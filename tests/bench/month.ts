import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { FULL_ENV } from '../support/in-full-files.ts';
import { ROOT } from './process.ts';

/** `npm run bench -- month`: presses, pages and bytes of an admin's month, by its story. */
export async function benchMonth(): Promise<void> {
  const cli = path.join(ROOT, 'node_modules/@playwright/test/cli.js');
  const story = spawn(process.execPath, [cli, 'test', 'month-of-fifty'], {
    cwd: ROOT,
    stdio: 'inherit',
    env: { ...process.env, ...FULL_ENV },
  });
  const [code] = (await once(story, 'exit')) as [number | null];
  if (code !== 0) throw new Error('the story of the month failed');
}
