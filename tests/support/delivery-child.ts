/**
 * Runs the delivery on a data folder, at a given moment in Tokyo; tests kill it. Prints when it
 * begins and ends.
 */
import { runDeliveries } from '#features/delivery/monthly-run.service.ts';
import { dataPaths } from '#server/data-folder.ts';
import { openDatabase } from '#server/database.ts';
import { readEnv } from '#server/env.ts';
import { makeLog } from '#server/log.ts';
import type { Runtime } from '#server/runtime.ts';

const [, , dataDir = '', moment = '', batch = '1'] = process.argv;
const env = readEnv({ DATA_DIR: dataDir, LOG_LEVEL: 'error' });
// Without the folder's lock: two at once must do no harm either.
const rt = {
  env,
  log: makeLog(env.LOG_LEVEL),
  clock: { now: () => new Date(moment) },
  db: openDatabase(dataPaths(dataDir).database),
  wakeMails: () => process.stdout.write('.'),
};
process.stdout.write('begins\n');
await runDeliveries(rt as unknown as Runtime, { batch: Number(batch) });
process.stdout.write('done\n');
await rt.db.destroy();
