import { readFileSync } from 'node:fs';

/** Clock ticks in /proc; the same on every Linux we support. */
const TICKS_PER_SECOND = 100;
/** Fields after the program name, which may contain spaces. */
const USER = 11;
const SYSTEM = 12;

/** CPU milliseconds used by a process; null where the system does not report it. */
export function cpuTimeOf(pid: number | undefined): number | null {
  const fields = read(pid, 'stat').split(') ')[1]?.split(' ') ?? [];
  const ticks = Number(fields[USER]) + Number(fields[SYSTEM]);
  return Number.isNaN(ticks) ? null : (ticks / TICKS_PER_SECOND) * 1000;
}

/** Resident memory of a process in MB; 0 where the system does not report it. */
export const residentMbOf = (pid: number | undefined): number =>
  Number(/VmRSS:\s+(\d+)/.exec(read(pid, 'status'))?.[1] ?? 0) / 1000;

function read(pid: number | undefined, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    return '';
  }
}
