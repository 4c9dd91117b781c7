import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { BARE_ENV, ROOT } from './server.ts';

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

/** A command, which may be stopped on its way. */
export async function interrupted(
  args: readonly string[],
  settings: Record<string, string>,
  stop: Stop | null,
): Promise<Outcome> {
  const began = performance.now();
  const child = spawn(process.execPath, args, {
    cwd: ROOT,
    env: { ...BARE_ENV, ...settings },
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
