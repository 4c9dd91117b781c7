import { isOn } from '#lib/flags.ts';
import { freeBytesOn } from '#server/disk-space.ts';
import { keepLevels } from '#server/figures/levels.ts';
import type { Runtime } from '#server/runtime.ts';
import { countJobs, countMails, findPhotoBytes } from '#domains/operator/status-rows.ts';

/** Notes how full the disk is, how large memory and database are, and how long mails and jobs wait. */
export async function noteLevels(rt: Runtime): Promise<void> {
  const { db, env, clock, database } = rt;
  const now = clock.now().getTime();
  const age = (instant: string | undefined): number =>
    instant === undefined ? 0 : Math.max(0, Math.round((now - Date.parse(instant)) / 1000));
  const mails = (await countMails(db)).find(({ state }) => state === 'queued');
  const jobs = (await countJobs(db)).filter(
    ({ state, given_up }) => state !== 'failed' && !isOn(given_up),
  );
  await keepLevels(rt, {
    disk_free: await freeBytesOn(env.DATA_DIR).catch(() => null),
    memory: process.memoryUsage.rss(),
    database_bytes: await database.sizeBytes().catch(() => null),
    photo_bytes: await findPhotoBytes(db),
    mail_wait: age(mails?.oldest ?? undefined),
    job_wait: Math.max(0, ...jobs.map(({ oldest }) => age(oldest))),
  });
}
