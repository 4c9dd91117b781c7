import { readFileSync } from 'node:fs';

/** What Linux counts in; the same on all its machines that we run on. */
const TICKS_PER_SECOND = 100;
/** Of what comes after the program's name, which may hold spaces. */
const USER = 11;
const SYSTEM = 12;

/** Milliseconds of CPU that a process has used; null where the system does not tell. */
export function cpuTimeOf(pid: number | undefined): number | null {
  const fields = read(pid, 'stat').split(') ')[1]?.split(' ') ?? [];
  const ticks = Number(fields[USER]) + Number(fields[SYSTEM]);
  return Number.isNaN(ticks) ? null : (ticks / TICKS_PER_SECOND) * 1000;
}

/** Megabytes that a process holds in memory; 0 where the system does not tell. */
export const residentMbOf = (pid: number | undefined): number =>
  Number(/VmRSS:\s+(\d+)/.exec(read(pid, 'status'))?.[1] ?? 0) / 1000;

function read(pid: number | undefined, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    return '';
  }
}
