import { randomFillSync } from 'node:crypto';

const ID_BYTES = 6;
/** Asking for random bytes costs the same for six as for six thousand, and each request needs some. */
const pool = Buffer.alloc(ID_BYTES * 1000);
let used = pool.length;

/** Twelve hex digits by which a request is found in the log. */
export function newRequestId(): string {
  if (used === pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  used += ID_BYTES;
  return pool.toString('hex', used - ID_BYTES, used);
}
