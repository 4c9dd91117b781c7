import os from 'node:os';

export function lowerPriority(pid: number, niceness: number): void {
  try {
    os.setPriority(pid, niceness);
  } catch {
    // Lowering failed: it runs at normal priority.
  }
}
