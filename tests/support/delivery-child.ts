/**
 * Runs the delivery on a data folder, at a given moment in Tokyo; tests kill it. Prints when it
 * begins, a dot for each batch, and when it ends.
 */
import { writeSync } from 'node:fs';
import { runDeliveries } from '#domains/delivery/monthly-run.ts';
import { openBeside } from '#server/database.ts';
import { readEnv } from '#server/env.ts';
import { makeLog } from '#server/log.ts';
import type { Runtime } from '#server/runtime.ts';

/** Blocks after `most` batches, until it is killed. */
const [, , dataDir = '', moment = '', batch = '1', most = 'Infinity'] = process.argv;
const { DATABASE_URL } = process.env;
const env = readEnv({ DATA_DIR: dataDir, LOG_LEVEL: 'error', DATABASE_URL });
const database = await openBeside(env);
if (!database) throw new Error('the schema is old');
let batches = 0;
// Without the folder's lock: two at once must do no harm either.
const rt = {
  env,
  log: makeLog(env.LOG_LEVEL),
  clock: { now: () => new Date(moment) },
  db: database.db,
  wakeMails: () => {
    writeSync(1, '.');
    if (++batches >= Number(most)) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
  },
};
process.stdout.write('begins\n');
await runDeliveries(rt as unknown as Runtime, { batch: Number(batch) });
process.stdout.write('done\n');
await database.close();
