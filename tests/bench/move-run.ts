import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { BARE_ENV, ROOT } from '../support/server.ts';

/** VmHWM: the peak in `resourceUsage` may be that of the process that started this one. */
const AT_EXIT = `
  import { readFileSync } from 'node:fs';
  const peak = () => /VmHWM:\\s+\\d+/.exec(readFileSync('/proc/self/status', 'utf8'))[0];
  process.on('exit', () => console.log(peak()));`;

export type Settings = Record<string, string>;

interface MoveRun {
  seconds: number;
  /** Resident, of the whole process. */
  peakMb: number;
}

/** Runs the command, as an operator does. @throws Error if it fails */
export async function timeRestore(
  backup: string,
  to: Settings,
  isDamaged: boolean,
): Promise<MoveRun> {
  const preload = `data:text/javascript,${encodeURIComponent(AT_EXIT)}`;
  const args = ['--import', preload, 'commands/restore.ts', backup];
  if (isDamaged) args.push('--accept-damaged');
  const began = performance.now();
  const child = spawn(process.execPath, args, {
    cwd: ROOT,
    env: { ...BARE_ENV, ...to },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'close');
  let peakMb = 0;
  for await (const line of createInterface(child.stdout)) {
    const kb = Number(/^VmHWM:\s+(\d+)/.exec(line)?.[1] ?? 0);
    peakMb = Math.max(peakMb, Math.round(kb / 1024));
  }
  const [code] = (await ended) as [number | null];
  if (code !== 0) throw new Error(`the restore ended with ${code}`);
  return { seconds: (performance.now() - began) / 1000, peakMb };
}
