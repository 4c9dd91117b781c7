import os from 'node:os';

/**
 * Makes a process less important than the server. A server that runs at a lower priority itself
 * may not raise it; then the process stays as it is.
 * @param niceness 1 (a little) to 19 (least)
 */
export function lowerPriority(pid: number, niceness: number): void {
  try {
    os.setPriority(pid, niceness);
  } catch {
    // Its work is done all the same.
  }
}
