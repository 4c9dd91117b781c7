/**
 * One of several processes on a database: runs jobs and sends mails until none is due, from a given
 * moment on; tests kill it.
 */
import { appendFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import '#domains/wiring.ts';
import { mailLanes } from '#domains/mail/send-mails.ts';
import { readEnv } from '#server/env.ts';
import { jobLane } from '#server/jobs.ts';
import { makeWorker } from '#server/lane-worker.ts';
import { openBeside } from '../../commands/admin/open.ts';

/** `done` gets a line for each job that was done. */
const [, , dataDir = '', smtp = '', moment = '', done = ''] = process.argv;
const ahead = Date.parse(moment) - Date.now();
// Without the folder's lock, which forbids a second server on a file.
const beside = await openBeside(
  readEnv({ DATABASE_URL: process.env['DATABASE_URL'], DATA_DIR: dataDir, SMTP_URL: smtp }),
);
const rt = { ...beside, clock: { now: () => new Date(ahead + Date.now()) } };

async function count({ n = '' }: Record<string, string>): Promise<void> {
  await sleep(5);
  appendFileSync(done, `${n}\n`);
}

const worker = makeWorker(rt.log, [jobLane({ ...rt, handlers: { count } }), ...mailLanes(rt)]);
await worker.start();
await worker.drain();
process.exit(0);
