import { randomFillSync } from 'node:crypto';

const ID_BYTES = 6;
/** A random call costs the same for six bytes as for six thousand, so they are pooled. */
const pool = Buffer.alloc(ID_BYTES * 1000);
let used = pool.length;

/** Twelve hex digits that identify a request in the log. */
export function newRequestId(): string {
  if (used === pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  used += ID_BYTES;
  return pool.toString('hex', used - ID_BYTES, used);
}
