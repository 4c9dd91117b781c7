/**
 * Runs the delivery on a data folder, at a given moment in Tokyo; tests kill it. Prints when it
 * begins, a dot for each batch, and when it ends. What it logs as an error ends it with code 1.
 */
import { writeSync } from 'node:fs';
import { pino } from 'pino';
import { runDeliveries } from '#domains/delivery/monthly-run.ts';
import { makeClaimant } from '#server/leases.ts';
import { readEnv } from '#server/env.ts';
import type { Runtime } from '#server/runtime.ts';
import { openBeside } from '../../commands/admin/open.ts';

/** Blocks after `most` batches, until it is killed. */
const [, , dataDir = '', moment = '', batch = '1', most = 'Infinity'] = process.argv;
const { DATABASE_URL } = process.env;
// Without the folder's lock: two at once must do no harm either.
const beside = await openBeside(readEnv({ DATA_DIR: dataDir, DATABASE_URL }));
let batches = 0;
const rt: Runtime = {
  ...beside,
  // As the server of a file, which keeps mails in another form than servers side by side.
  claimant: makeClaimant(DATABASE_URL === undefined),
  clock: { now: () => new Date(moment) },
  log: pino(
    { level: 'error' },
    {
      write(line: string) {
        writeSync(2, line);
        process.exitCode = 1;
      },
    },
  ),
  wakeMails: () => {
    writeSync(1, '.');
    if (++batches >= Number(most)) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
  },
};
process.stdout.write('begins\n');
await runDeliveries(rt, { batch: Number(batch) });
process.stdout.write('done\n');
await rt.close();
