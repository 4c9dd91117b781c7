import { execFileSync } from 'node:child_process';
import os from 'node:os';
import type { Measured } from './process.ts';
import { has } from './process.ts';

const put = (pid: number, cores: string): void => {
  execFileSync('taskset', ['--all-tasks', '--cpu-list', '--pid', cores, String(pid)]);
};

/**
 * Runs a load with the servers on one core, and with this process and what it starts on another.
 * Where a load shares its server's core, a request costs nginx half as much, but only at times.
 */
export async function onCoresApart<T>(servers: Measured[], run: () => Promise<T>): Promise<T> {
  const cores = os.cpus().length;
  if (cores < 2 || !has('taskset')) return run();
  for (const { pid } of servers) put(pid, '0');
  put(process.pid, '1');
  try {
    return await run();
  } finally {
    for (const pid of [process.pid, ...servers.map((server) => server.pid)]) {
      put(pid, `0-${cores - 1}`);
    }
  }
}
