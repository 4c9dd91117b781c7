import { spawn } from 'node:child_process';
import { runAdmin as run } from '../../commands/admin/run.ts';
import type { CopiedWorld } from './copied-world.ts';
import { BARE_ENV, ROOT } from './server.ts';

interface Said {
  code: number | null;
  out: string;
  err: string;
}

/** What a command works on. */
type Place = Pick<CopiedWorld, 'dataDir' | 'settings'>;

/** Runs the operator's command line beside a server. */
export function spawnAdmin(of: Place, args: string[], settings: Record<string, string> = {}) {
  const child = spawn(process.execPath, ['commands/admin.ts', ...args], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...BARE_ENV, ...of.settings, ...settings, DATA_DIR: of.dataDir },
  });
  const said: Said = { code: null, out: '', err: '' };
  child.stdout.setEncoding('utf8').on('data', (text: string) => (said.out += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (said.err += text));
  const ended = new Promise<Said>((resolve) =>
    child.once('close', (code) => resolve({ ...said, code })),
  );
  return { child, ended };
}

/** The same in this process, without half a second for its start. Its output ends in no newline. */
export const runAdmin = (
  of: Place,
  args: string[],
  settings: Record<string, string> = {},
): ReturnType<typeof run> => run(args, { ...of.settings, ...settings, DATA_DIR: of.dataDir });
