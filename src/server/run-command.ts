import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import type { Env } from './env.ts';
import { lowerPriority } from './priority.ts';
import { ROOT } from './root.ts';

const NICENESS = 19;
const KEPT_OUTPUT = 2000;
/** 100 instead of 114 MB, beside a server on a small machine. */
const SMALL_HEAP = '--max-semi-space-size=1';

interface CommandEnded {
  code: number | null;
  /** The beginning of what it printed. */
  output: string;
  /** By us, at shutdown. */
  wasStopped: boolean;
}

/** Runs `commands/backup.ts` in a process of low priority, which is ended at shutdown. */
export async function runBackupCommand(
  env: Env,
  args: string[],
  stopping: AbortSignal,
): Promise<CommandEnded> {
  const program = [SMALL_HEAP, path.join(ROOT, 'commands/backup.ts')];
  const child = spawn(process.execPath, [...program, ...args], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...settingsOf(env) },
  });
  if (child.pid !== undefined) lowerPriority(child.pid, NICENESS);
  return ended(child, stopping);
}

/** As this process has them, which need not be those of its environment. */
function settingsOf(env: Env): Record<string, string> {
  const settings = {
    DATA_DIR: env.DATA_DIR,
    BACKUP_DIR: env.BACKUP_DIR,
    BACKUP_KEEP: env.BACKUP_KEEP,
    BACKUP_COPY: env.BACKUP_COPY.map(({ text }) => text).join(' '),
    BACKUP_COPY_KEEP: env.BACKUP_COPY_KEEP,
    BACKUP_COPY_RATE: env.BACKUP_COPY_RATE,
    BACKUP_COPY_PASSPHRASE: env.BACKUP_COPY_PASSPHRASE,
    BACKUP_COPY_SSH_KEY: env.BACKUP_COPY_SSH_KEY,
    BACKUP_COPY_HOST_KEY: env.BACKUP_COPY_HOST_KEY,
  };
  return Object.fromEntries(
    Object.entries(settings).map(([name, value]) => [name, String(value ?? '')]),
  );
}

async function ended(child: ChildProcess, stopping: AbortSignal): Promise<CommandEnded> {
  const kill = (): void => void child.kill();
  stopping.addEventListener('abort', kill);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => {
      output = (output + text).slice(0, KEPT_OUTPUT);
    });
  }
  const [code] = (await once(child, 'close')) as [number | null];
  stopping.removeEventListener('abort', kill);
  return { code, output: output.trim(), wasStopped: child.killed };
}
