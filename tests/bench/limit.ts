import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import path from 'node:path';

const V1 = '/sys/fs/cgroup/memory';
const V2 = '/sys/fs/cgroup';
const MB = 1024 * 1024;

/** A cgroup limit for a process and its future children. */
export interface MemoryLimit {
  /** Including the page cache; MB. */
  peakMb: () => number;
  /** Processes that the kernel killed. */
  kills: () => number;
  /** After the process has exited. */
  release: () => Promise<void>;
}

/** Limits memory as a container does; only as root. @throws Error without cgroups */
export function limitMemory(pid: number, mb: number): MemoryLimit {
  const isV1 = existsSync(V1);
  const group = path.join(isV1 ? V1 : V2, `tsukidayori-bench-${pid}`);
  mkdirSync(group);
  const write = (name: string, value: string): void => writeFileSync(path.join(group, name), value);
  const read = (name: string): string => readFileSync(path.join(group, name), 'utf8');
  write(isV1 ? 'memory.limit_in_bytes' : 'memory.max', String(mb * MB));
  write('cgroup.procs', String(pid));
  const [peak, events] = isV1
    ? ['memory.max_usage_in_bytes', 'memory.oom_control']
    : ['memory.peak', 'memory.events'];
  return {
    peakMb: () => Math.round(Number(read(peak)) / MB),
    kills: () => Number(/oom_kill (\d+)/.exec(read(events))?.[1] ?? 0),
    release: () => remove(group),
  };
}

/** Decoders end shortly after their server. */
async function remove(group: string): Promise<void> {
  for (let tries = 0; ; tries++) {
    try {
      rmdirSync(group);
      return;
    } catch (error) {
      if (tries === 50) throw error;
      await setTimeout(100);
    }
  }
}
