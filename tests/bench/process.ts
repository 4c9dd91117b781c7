import type { ChildProcess } from 'node:child_process';
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { SERVER_ARGS, SERVER_ENV } from '../../scripts/server-command.ts';

export const ROOT = path.resolve(import.meta.dirname, '../..');
const TICKS_PER_SECOND = Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }));

export interface Measured {
  name: string;
  url: string;
  pid: number;
  stop: () => Promise<void>;
}

/** Of a process and its children. */
export function cpuSeconds(pid: number): number {
  return [pid, ...childrenOf(pid)].reduce((sum, id) => sum + ownCpuSeconds(id), 0);
}

/** CPU seconds that a process itself has used. */
export function ownCpuSeconds(pid: number): number {
  // The name in parentheses may contain spaces.
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND;
}

/** CPU milliseconds of all threads of a process, to the nanosecond, but without its children. */
export function cpuMs(pid: number): number {
  const threads = readdirSync(`/proc/${pid}/task`);
  const ns = threads.map((id) => {
    const [onCpu] = readFileSync(`/proc/${pid}/task/${id}/schedstat`, 'utf8').split(' ');
    return Number(onCpu);
  });
  return ns.reduce((sum, one) => sum + one, 0) / 1e6;
}

/** Without zombies. */
export function childrenOf(pid: number): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((id) => parentOf(id) === pid);
}

function parentOf(pid: number): number {
  try {
    const [state, parent] =
      readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
    return state === 'Z' ? 0 : Number(parent);
  } catch {
    return 0; // ended while we looked
  }
}

/** MB of memory, or its highest; those of files (programs, libraries) are the kernel's to take back. */
export function residentMb(pid: number, of: 'VmRSS' | 'VmHWM' | 'RssFile' = 'VmRSS'): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const kb = new RegExp(`${of}:\\s+(\\d+)`).exec(status)?.[1];
  return Math.round(Number(kb) / 102.4) / 10;
}

/** MB; a child that has just exited counts as 0. */
export function childrenMb(pid: number): number {
  const each = childrenOf(pid).map((id) => {
    try {
      return residentMb(id) || 0;
    } catch {
      return 0;
    }
  });
  return Math.round(each.reduce((sum, mb) => sum + mb, 0));
}

export async function startServer(
  dataDir: string,
  port: number,
  settings: Record<string, string> = {},
): Promise<Measured & { startMs: number }> {
  const url = `http://127.0.0.1:${port}`;
  const started = performance.now();
  const child = spawn(process.execPath, SERVER_ARGS, {
    cwd: ROOT,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      ...process.env,
      ...SERVER_ENV,
      DATA_DIR: dataDir,
      HOST: '127.0.0.1',
      PORT: String(port),
      LOG_LEVEL: 'warn',
      ...settings,
    },
  });
  await answering(`${url}/healthz`);
  return {
    name: 'tsukidayori',
    url,
    ...handle(child),
    startMs: Math.round(performance.now() - started),
  };
}

export function handle(child: ChildProcess): Pick<Measured, 'pid' | 'stop'> {
  return {
    pid: child.pid ?? 0,
    async stop() {
      child.kill('SIGTERM');
      if (child.exitCode === null) await once(child, 'exit');
    },
  };
}

export async function answering(url: string): Promise<void> {
  for (let tries = 0; tries < 2000; tries++) {
    if ((await fetch(url).catch(() => null))?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  throw new Error(`${url} does not respond`);
}

export function has(command: string): boolean {
  try {
    execFileSync('which', [command], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/** The same with the processes it started, while they run. */
export const cpuMsWithChildren = (pid: number): number =>
  [pid, ...childrenOf(pid)].reduce((sum, id) => sum + cpuMs(id), 0);
