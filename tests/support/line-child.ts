/** A process that delivers by LINE on a data folder from a given moment on; tests kill it. */
import '#domains/wiring.ts';
import { runDeliveries } from '#domains/delivery/monthly-run.ts';
import { mailLanes } from '#domains/mail/send-mails.ts';
import { readEnv } from '#server/env.ts';
import { makeWorker } from '#server/lane-worker.ts';
import { openBeside } from '../../commands/admin/open.ts';
import { LINE_CHANNEL } from './line-platform.ts';

const [, , dataDir = '', url = '', moment = ''] = process.argv;
const ahead = Date.parse(moment) - Date.now();
// Without the folder's lock, which forbids a second server on a file.
const beside = await openBeside(
  readEnv({
    DATABASE_URL: process.env['DATABASE_URL'],
    DATA_DIR: dataDir,
    ...LINE_CHANNEL,
    LINE_API_URL: url,
    LOG_LEVEL: 'silent',
  }),
);
const rt = { ...beside, clock: { now: () => new Date(ahead + Date.now()) } };
await runDeliveries(rt, { batch: 25 });
const worker = makeWorker(rt.log, mailLanes(rt));
await worker.start();
await worker.drain();
process.exit(0);
