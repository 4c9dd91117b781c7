import { accessSync, constants, statfsSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

const SHARED_MEMORY = '/dev/shm';
const LEAST_FREE_BYTES = 3 * 1024 ** 3;

/**
 * In memory where possible, since tests mostly wait for the disk. Durability is tested by the calls
 * that were made.
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

/** Node's compile cache: tests start many commands and servers, which takes half as long with it. */
export const COMPILE_CACHE = path.resolve(import.meta.dirname, '../node_modules/.cache/compiled');
