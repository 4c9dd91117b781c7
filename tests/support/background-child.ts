/**
 * One of several processes on a database: runs jobs and sends mails until none is due, from a given
 * moment on; tests kill it. Prints a dot for each job it begins.
 */
import { appendFileSync, writeSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { mailLanes } from '#features/mail/mail.sender.ts';
import { dataPaths } from '#server/data-folder.ts';
import { openDatabase } from '#server/database.ts';
import { readEnv } from '#server/env.ts';
import { makeHolder } from '#server/holder.ts';
import { jobLane } from '#server/jobs.ts';
import { makeLog } from '#server/log.ts';
import { makeMailer } from '#server/mailer.ts';
import { makeWorker } from '#server/worker.ts';

const [, , dataDir = '', smtp = '', moment = '', done = ''] = process.argv;
const env = readEnv({ DATA_DIR: dataDir, SMTP_URL: smtp, LOG_LEVEL: 'error' });
const from = Date.parse(moment) - Date.now();
// Without the folder's lock, which forbids a second server on a file.
const parts = {
  env,
  log: makeLog(env.LOG_LEVEL),
  clock: { now: () => new Date(from + Date.now()) },
  db: openDatabase(dataPaths(dataDir).database),
  mailer: makeMailer(env),
  holder: makeHolder(false),
};

async function count({ n = '' }: Record<string, string>): Promise<void> {
  writeSync(1, '.');
  await sleep(5);
  appendFileSync(done, `${n}\n`);
}

const worker = makeWorker(parts.log, [
  jobLane({ ...parts, handlers: { count } }),
  ...mailLanes(parts),
]);
await worker.start();
await worker.drain();
process.exit(0);
