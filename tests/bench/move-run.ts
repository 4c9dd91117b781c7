import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { BARE_ENV, ROOT } from '../support/server.ts';

/** VmHWM: the peak in `resourceUsage` may be that of the process that started this one. */
const AT_EXIT = `
  import { readFileSync } from 'node:fs';
  const peak = () => /VmHWM:\\s+\\d+/.exec(readFileSync('/proc/self/status', 'utf8'))[0];
  process.on('exit', () => console.log(peak()));`;

export type Settings = Record<string, string>;

interface MoveRun {
  /** Until the last file has arrived; 0 if they stay. */
  filesSeconds: number;
  /** From then on. */
  rowsSeconds: number;
  /** Resident, of the whole process. */
  peakMb: number;
}

/** Runs the command, as an operator does. @throws Error if it fails */
export async function timeMove(from: Settings, to: Settings, folder: string): Promise<MoveRun> {
  const file = path.join(folder, 'next.env');
  const lines = Object.entries(to).map(([name, value]) => `${name}=${value}`);
  await writeFile(file, lines.join('\n'));
  const preload = `data:text/javascript,${encodeURIComponent(AT_EXIT)}`;
  const args = ['--import', preload, 'commands/move.ts', '--to', file];
  const began = performance.now();
  const seconds = (): number => (performance.now() - began) / 1000;
  const child = spawn(process.execPath, args, {
    cwd: ROOT,
    env: { ...BARE_ENV, ...from },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'close');
  let filesSeconds = 0;
  let peakMb = 0;
  for await (const line of createInterface(child.stdout)) {
    if (line.startsWith('photos: all')) filesSeconds = seconds();
    const kb = Number(/^VmHWM:\s+(\d+)/.exec(line)?.[1] ?? 0);
    peakMb = Math.max(peakMb, Math.round(kb / 1024));
  }
  const [code] = (await ended) as [number | null];
  if (code !== 0) throw new Error(`the move ended with ${code}`);
  return { filesSeconds, rowsSeconds: seconds() - filesSeconds, peakMb };
}
