import { mkdtemp, readdir, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { TRIAL_LETTERS_A_DAY } from '#domains/delivery/trial-letters.ts';
import { MAX_UPLOAD_BYTES } from '#domains/photo/photo-limits.ts';
import { systemClock } from '#server/clock.ts';
import { dataPaths } from '#server/data-folder.ts';
import { openDatabase } from '#server/sqlite/database.ts';
import type { Greedy } from '../support/greedy.ts';
import { askSlot, leaveUploads, makeStrangers, pressSend } from '../support/greedy.ts';
import { signIn } from '../support/http.ts';
import { startServer } from '../support/server.ts';
import { startSmtp } from '../support/smtp.ts';
import type { World } from '../support/world.ts';
import { makeWorld } from '../support/world.ts';
import type { HostilePart, HostileResult } from './part.ts';

/** Letters that follow a silence of this many milliseconds are unlimited. */
const SILENCE_MS = 5000;

/** An hour, of one facility. */
const MOST_SLOTS = 5000;

/** One facility takes all disk and mail it can get; another must not suffer (P27). */
export const quotas: HostilePart = {
  name: 'quotas',
  promise: 'P27',
  says: 'one facility fills the disk with 25 MB files, opens slots and mails strangers',
  count: MOST_SLOTS + 100,
  async run({ count }) {
    const folder = await mkdtemp(path.join(os.tmpdir(), 'tsukidayori-quotas-'));
    const smtp = await startSmtp();
    const world = await makeWorld(folder);
    const server = await startServer(folder, { TRUST_PROXY: '1', SMTP_URL: smtp.url });
    const as = async ({ email }: { email: string }): Promise<Greedy> => ({
      url: server.url,
      bearer: (await signIn(server.url, email)).bearer,
    });
    try {
      const greedy = await as(world.cast.admin);
      const disk = await fillDisk(greedy, await as(world.cast.otherAdmin), folder);
      const slots = await openSlots(await as(world.cast.otherAdmin), count);
      const mails = await mailStrangers(greedy, world, folder, () => smtp.received.length);
      const results = [disk, slots, mails];
      return {
        cases: results.reduce((sum, result) => sum + result.cases, 0),
        broken: [...results.flatMap(({ broken }) => broken), ...server.errors()],
        figures: results.flatMap(({ figures = [] }) => figures),
      };
    } finally {
      await server.stop();
      await smtp.close();
      await rm(folder, { recursive: true, force: true });
    }
  },
};

async function fillDisk(greedy: Greedy, other: Greedy, folder: string): Promise<HostileResult> {
  const most = 40;
  const { taken, refusal } = await leaveUploads(greedy, MAX_UPLOAD_BYTES, most + 5);
  const normal = await leaveUploads(other, MAX_UPLOAD_BYTES, 1);
  const left = await readdir(dataPaths(folder).temporary);
  const broken = [
    ...(taken === most ? [] : [`${taken} files of 25 MB were taken instead of ${most}`]),
    ...(refusal?.status === 429 ? [] : [`then came ${String(refusal?.status)}, not 429`]),
    ...(normal.taken === 1 ? [] : ['another facility was refused']),
    ...(left.length === 0 ? [] : [`${left.length} temporary files were left`]),
  ];
  return { cases: taken + 2, broken, figures: [['unclaimed files of 25 MB taken', taken]] };
}

async function openSlots(greedy: Greedy, count: number): Promise<HostileResult> {
  const bytes = Buffer.alloc(1);
  let opened = 0;
  let status = 200;
  while (opened < count && status === 200) {
    ({ status } = (await askSlot(greedy, bytes)).answer);
    if (status === 200) opened++;
  }
  const isRight = count <= MOST_SLOTS ? opened === count : opened <= MOST_SLOTS && status === 429;
  const broken = isRight ? [] : [`${opened} slots, then ${status}`];
  return { cases: opened, broken, figures: [['slots opened within the hour', opened]] };
}

async function mailStrangers(
  greedy: Greedy,
  { cast, yearMonth }: World,
  folder: string,
  arrived: () => number,
): Promise<HostileResult> {
  const strangers = 121;
  const db = openDatabase(dataPaths(folder).database);
  const trialEndsAt = new Date(Date.now() + 20 * 24 * 60 * 60 * 1000).toISOString();
  await db.updateTable('hosts').set({ trial_ends_at: trialEndsAt }).execute();
  await makeStrangers({ db, clock: systemClock }, cast.resident, strangers);
  await db.destroy();
  await pressSend(greedy, yearMonth);
  for (let before = -1; arrived() > before;) {
    before = arrived();
    await new Promise((resolve) => setTimeout(resolve, SILENCE_MS));
  }
  const sent = arrived();
  const broken = sent === TRIAL_LETTERS_A_DAY ? [] : [`${sent} of ${strangers} strangers got mail`];
  return { cases: strangers, broken, figures: [['strangers mailed on the first day', sent]] };
}
