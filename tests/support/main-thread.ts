import { readFileSync } from 'node:fs';

/** CPU of its main thread, where all of it runs but I/O and hashing: other load does not count. */
export function cpuMs(pid: number): number {
  const [ns = ''] = readFileSync(`/proc/${pid}/task/${pid}/schedstat`, 'utf8').split(' ');
  return Number(ns) / 1e6;
}

/** The least of some tries: what else the thread had to do does not count. */
export async function leastOf(tries: number, measure: () => Promise<number>): Promise<number> {
  let least = Infinity;
  for (let n = 0; n < tries && least > 1; n++) least = Math.min(least, await measure());
  return least;
}
