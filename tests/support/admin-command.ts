import { spawn } from 'node:child_process';
import { BARE_ENV, ROOT } from './server.ts';

export interface Said {
  code: number | null;
  out: string;
  err: string;
}

/** Runs the operator's command line. */
export function spawnAdmin(dataDir: string, args: string[], settings: Record<string, string> = {}) {
  const child = spawn(process.execPath, ['commands/admin.ts', ...args], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...BARE_ENV, ...settings, DATA_DIR: dataDir },
  });
  const said: Said = { code: null, out: '', err: '' };
  child.stdout.setEncoding('utf8').on('data', (text: string) => (said.out += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (said.err += text));
  const ended = new Promise<Said>((resolve) =>
    child.once('close', (code) => resolve({ ...said, code })),
  );
  return { child, ended };
}

export const runAdmin = (
  dataDir: string,
  args: string[],
  settings: Record<string, string> = {},
): Promise<Said> => spawnAdmin(dataDir, args, settings).ended;
