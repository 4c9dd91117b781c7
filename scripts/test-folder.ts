import { accessSync, constants, statfsSync } from 'node:fs';
import os from 'node:os';

const SHARED_MEMORY = '/dev/shm';
const LEAST_FREE_BYTES = 3 * 1024 ** 3;

/**
 * Where tests keep their data: in memory where there is room, since they wait for the disk most
 * of their time. What must survive a power cut is tested by the calls that were made.
 */
export function testFolder(): string {
  try {
    accessSync(SHARED_MEMORY, constants.W_OK);
    const { bavail, bsize } = statfsSync(SHARED_MEMORY);
    return bavail * bsize >= LEAST_FREE_BYTES ? SHARED_MEMORY : os.tmpdir();
  } catch {
    return os.tmpdir();
  }
}
