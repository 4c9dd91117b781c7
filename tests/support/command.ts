import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { BARE_ENV, ROOT } from './server.ts';

export interface Ended {
  code: number;
  stdout: string;
  stderr: string;
}

/** Runs a command as an operator would. */
export async function command(
  file: string,
  args: string[],
  settings: Record<string, string>,
): Promise<Ended> {
  const env = { ...BARE_ENV, LOG_LEVEL: 'silent', ...settings };
  const options = { env, cwd: ROOT };
  try {
    const ended = await promisify(execFile)(process.execPath, [file, ...args], options);
    return { code: 0, ...ended };
  } catch (error) {
    const { code, stdout, stderr } = error as Ended;
    return { code, stdout, stderr };
  }
}
