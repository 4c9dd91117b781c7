import os from 'node:os';

/**
 * Lowers a process's priority. A server that runs at a lower priority may not set it; the process
 * then keeps its priority.
 * @param niceness 1 to 19, the lowest priority
 */
export function lowerPriority(pid: number, niceness: number): void {
  try {
    os.setPriority(pid, niceness);
  } catch {
    // It runs anyway.
  }
}
