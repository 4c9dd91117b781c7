import { execFileSync } from 'node:child_process';
import os from 'node:os';
import type { Measured } from './process.ts';
import { has } from './process.ts';

const CORES = os.cpus().length;

const put = (pid: number, cores: string): void => {
  execFileSync('taskset', ['--all-tasks', '--cpu-list', '--pid', cores, String(pid)]);
};

/** Whether a load can be kept on its server's core, or apart from it. */
export const canPin = (): boolean => CORES > 1 && has('taskset');

/**
 * Runs a load with the servers on one core, and with this process and what it starts on the same or
 * on another. To wake the other core costs 5 µs on one machine and 50 on the next, nginx as much as
 * us: figures of one core can be compared between machines.
 */
export async function onCores<T>(
  servers: Measured[],
  cores: 1 | 2,
  run: () => Promise<T>,
): Promise<T> {
  for (const { pid } of servers) put(pid, '0');
  put(process.pid, String(cores - 1));
  try {
    return await run();
  } finally {
    for (const { pid } of [process, ...servers]) put(pid, `0-${CORES - 1}`);
  }
}
