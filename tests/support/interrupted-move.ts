import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { BARE_ENV, ROOT } from './server.ts';

export type MoveSettings = Record<string, string> & { DATA_DIR: string };

interface Stop {
  stopAfterMs: number;
  /** null: the command is killed. */
  how: (() => Promise<void>) | null;
}

interface Outcome {
  /** null if it was killed. */
  code: number | null;
  said: string;
  ms: number;
}

/** `npm run move`, which may be stopped on its way. */
export async function interruptedMove(
  folder: string,
  from: MoveSettings,
  to: MoveSettings,
  stop: Stop | null,
): Promise<Outcome> {
  const file = path.join(folder, 'next.env');
  const lines = Object.entries(to).map(([name, value]) => `${name}=${value}`);
  await writeFile(file, lines.join('\n'));
  const began = performance.now();
  const child = spawn(process.execPath, ['commands/move.ts', '--to', file], {
    cwd: ROOT,
    env: { ...BARE_ENV, ...from },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (said += text));
  const ended = once(child, 'close');
  const stopping = stop && stopAfter(stop, () => child.kill('SIGKILL'), ended);
  const [code] = (await ended) as [number | null];
  await stopping;
  return { code, said, ms: Math.round(performance.now() - began) };
}

async function stopAfter(
  { stopAfterMs, how }: Stop,
  kill: () => void,
  ended: Promise<unknown>,
): Promise<void> {
  const waited = new Promise((resolve) => setTimeout(resolve, stopAfterMs, 'time'));
  if ((await Promise.race([waited, ended])) !== 'time') return;
  if (how) await how();
  else kill();
}
