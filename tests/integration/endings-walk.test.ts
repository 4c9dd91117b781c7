import path from 'node:path';
import { pino } from 'pino';
import { describe, expect, test } from 'vitest';
import { runDeliveries } from '#domains/delivery/monthly-run.ts';
import { readTellings, tickTold } from '#domains/delivery/ending/tell-by-hand.ts';
import { tellOfEndings } from '#domains/delivery/ending/tell-of-ending.ts';
import { listUnnotified } from '#domains/delivery/ending/unnotified.ts';
import { setEnding, takeBackEnding } from '#domains/facility/ending/set-ending.ts';
import { requireLink } from '#domains/letter/link.ts';
import { deleteEndedFacilities } from '#domains/operator/delete-ended.ts';
import { removalJobs } from '#domains/operator/remove-facility.ts';
import { addDays, civilDateOf } from '#lib/calendar.ts';
import { makeJobWorker } from '#server/jobs.ts';
import { readEnv } from '#server/env.ts';
import { openRuntime } from '#server/runtime.ts';
import { endService } from '../../commands/admin/end-service.ts';
import { restoreBackup } from '../../commands/restore.ts';
import { backUp, makeFolder } from '../support/backups.ts';
import { DAY, HOUR, MINUTE } from '../support/clock.ts';
import { endingOf } from '../support/endings.ts';
import { makeFamily, makeHost } from '../support/factories.ts';
import { lineOfFile } from '../support/line-of-file.ts';
import type { Relatives } from '../support/relatives.ts';
import { makeRelatives } from '../support/relatives.ts';
import { HANA, join, makeLineMonth, send } from '../support/line-month.ts';
import { onlyOnFile } from '../support/on-file.ts';
import { Random } from '../support/random.ts';
import type { OutgoingMail } from '../support/sender.ts';
import { mailerOf, makeMailSender, sendDue } from '../support/sender.ts';

const line = await lineOfFile();
const NEWS = /お便りは、(?:これからも|2\d{3}年)/;
const mailsOf = (mails: readonly OutgoingMail[]) =>
  mails.filter(({ subject }) => NEWS.test(subject));

/** P43. */
describe('an ending', () => {
  test('through every day: told once, by mail, LINE and hand; then read, then gone', async () => {
    const month = await makeLineMonth(line, { email: 'hana@example.jp', delivery: 'email' });
    const { rt, hostId, admin, haru } = month;
    await join(month, month.ofKiyo, HANA);
    const byHand = await makeFamily(rt, haru, { name: '手渡し', delivery: 'link' });
    await setEnding(rt, admin, { ...endingOf(rt, hostId, 40), words: '' });
    const lastDay = addDays(civilDateOf(rt.clock.now()), 40);
    const mails: { mail: OutgoingMail; on: string }[] = [];
    const pass = async () => {
      rt.clock.advance(6 * HOUR);
      await runDeliveries(rt);
      await tellButDie(month);
      await tellOfEndings(rt);
      for (const mail of await sendDue(rt)) mails.push({ mail, on: civilDateOf(rt.clock.now()) });
      await send(month);
      await deleteEndedFacilities(rt);
    };
    while (civilDateOf(rt.clock.now()) <= lastDay) await pass();
    expect(mailsOf(mails.map(({ mail }) => mail)).map(({ to }) => to)).toEqual(['hana@example.jp']);
    const news = line.accepted.filter(({ messages }) => NEWS.test(JSON.stringify(messages)));
    expect(news.map(({ to }) => to)).toEqual([HANA]);
    expect(mails.length).toBeGreaterThan(1);
    // Nothing is deleted before the last family knows.
    const until = mails.length;
    const accepted = line.accepted.length;
    for (let day = 0; day < 100; day++) await pass();
    expect((await listUnnotified(rt, hostId)).map(({ familyId }) => familyId)).toEqual([byHand.id]);
    const before = rt.clock.now().getTime();
    await tickTold(rt, admin, { familyId: byHand.id, done: 'yes' });
    const link = { residentToken: haru.token, familyToken: byHand.token };
    const query = new URLSearchParams({
      ...{ resident_token: link.residentToken, family_token: link.familyToken },
    });
    while (await isThere(month)) {
      expect((await requireLink(rt, query)).familyId).toBe(byHand.id);
      await pass();
    }
    expect(rt.clock.now().getTime() - before).toBeGreaterThan(60 * DAY);
    await makeJobWorker({ ...rt, handlers: removalJobs(rt) }).drain();
    await pass();
    expect(mails).toHaveLength(until);
    expect(line.accepted).toHaveLength(accepted);
    await expect(requireLink(rt, query)).rejects.toThrow();
  });

  test.each([1, 2, 3, 4, 5, 6, 7, 8])('walk %i: what each was told last is true', async (seed) => {
    const of = await makeRelatives();
    const { rt, admin, hostId } = of;
    const random = new Random(seed);
    const heard: string[] = [];
    let endsOn: string | null = null;
    const send = async (fails: boolean) => {
      const mailer = mailerOf((mail) => {
        if (fails) return Promise.reject(new Error('away'));
        heard.push(mail.subject);
        return Promise.resolve();
      });
      await makeMailSender({ ...rt, mailer }).drain();
    };
    for (let step = 0; step < 60; step++) {
      const act = random.int(0, 5);
      if (act === 0) {
        const days = random.int(60, 100);
        await setEnding(rt, admin, endingOf(rt, hostId, days));
        endsOn = addDays(civilDateOf(rt.clock.now()), days);
      } else if (act === 1 && endsOn !== null) {
        await takeBackEnding(rt, admin, { hostId });
        endsOn = null;
      } else if (act === 2) {
        await tellButDie(of);
      } else rt.clock.advance(random.int(1, 5) * HOUR);
      if (random.int(0, 3) > 0) await tellOfEndings(rt);
      if (random.int(0, 3) > 0) await send(random.int(0, 5) === 0);
    }
    for (let hour = 0; hour < 48; hour++) {
      rt.clock.advance(HOUR);
      await tellOfEndings(rt);
      await send(false);
    }
    // Nobody hears the same twice in a row.
    for (const [n, subject] of heard.entries()) expect(subject).not.toBe(heard[n - 1]);
    const day = (await readTellings(rt, hostId)) ? endsOn : null;
    expect(await listUnnotified(rt, hostId)).toEqual([]);
    if (day === null && heard.length > 0) expect(heard.at(-1)).toContain('これからも');
    if (day !== null) expect(heard.at(-1)).toContain('までになります');
  });
});

const isThere = async ({ rt, hostId }: Pick<Relatives, 'rt' | 'hostId'>): Promise<boolean> =>
  (await rt.db
    .selectFrom('facility_endings')
    .select('host_id')
    .where('host_id', '=', hostId)
    .executeTakeFirst()) !== undefined;

/** The process ends before the commit. */
async function tellButDie({ rt }: Pick<Relatives, 'rt'>): Promise<void> {
  let reads = 0;
  const clock = {
    now: () => {
      if (++reads > 2) throw new Error('killed');
      return rt.clock.now();
    },
  };
  await tellOfEndings({ ...rt, clock, log: pino({ level: 'silent' }) }).catch(() => undefined);
}

describe('a restored backup', onlyOnFile('our own backups are of files'), () => {
  test.each([
    ['before anybody was told', 30 * MINUTE],
    ['with a mail that waits', HOUR],
  ])('%s tells nobody again', async (_when, ms) => {
    const of = await makeRelatives();
    const { rt, admin, hostId } = of;
    await setEnding(rt, admin, endingOf(rt, hostId, 40));
    rt.clock.advance(ms);
    await tellOfEndings(rt);
    const { at } = await backUp(rt.env);
    rt.clock.advance(HOUR);
    await tellOfEndings(rt);
    expect(await sendDue(rt)).toHaveLength(1);
    expect(await listUnnotified(rt, hostId)).toEqual([]);
    const to = path.join(await makeFolder(), 'restored');
    await restoreBackup(at, to);
    const env = readEnv({ DATA_DIR: to, LOG_LEVEL: 'silent' });
    const restored = { ...rt, ...(await openRuntime(env, rt.clock)), clock: rt.clock };
    for (let day = 0; day < 3; day++) {
      rt.clock.advance(DAY);
      await tellOfEndings(restored);
      expect(await sendDue(restored)).toEqual([]);
    }
    // Whether they know is for people to say.
    expect(await listUnnotified(restored, hostId)).toHaveLength(2);
    expect(await readTellings(restored, hostId)).toMatchObject({ byHand: [{}, {}] });
    await restored.close();
  });
});

describe('the operator ends the service', () => {
  const flags = { same: false, move: false, short: false, 'take-back': false, 'dry-run': false };

  test('for all facilities on one day, after a look at it; and takes it back', async () => {
    const of = await makeRelatives();
    const { rt, haru, hostId } = of;
    await makeFamily(rt, haru, { name: '手渡し', delivery: 'link' });
    const early = await makeHost(rt, {
      name: '先に終わる',
      activated_at: rt.clock.now().toISOString(),
    });
    await setEnding(rt, null, endingOf(rt, early.id, 35));
    const on = addDays(civilDateOf(rt.clock.now()), 60);
    const run = (more: Partial<typeof flags>) =>
      endService.run(rt, { words: [], options: { on }, flags: { ...flags, ...more } });
    const days = async () =>
      (
        await rt.db.selectFrom('facility_endings').select('ends_on').orderBy('ends_on').execute()
      ).map(({ ends_on }) => ends_on);
    const looked = await run({ 'dry-run': true });
    expect(looked).toContain('まだ何も変えていません');
    expect(looked).toContain('3件（メール 2件、施設から手渡し 1件）');
    expect(looked).toContain('手渡し（佐藤 ハル）: 施設から手渡し');
    expect(looked).toContain('「先に終わる」: もっと前');
    expect(await days()).toHaveLength(1);
    expect(await run({})).toContain(`最後の日は${on}`);
    expect(await days()).toHaveLength(2);
    rt.clock.advance(HOUR);
    await tellOfEndings(rt);
    expect(await sendDue(rt)).toHaveLength(1);
    expect(await run({ 'take-back': true })).toContain('取り消しました');
    expect(await days()).toHaveLength(1);
    await tellOfEndings(rt);
    rt.clock.advance(HOUR);
    expect((await sendDue(rt)).map(({ subject }) => subject)).toEqual([
      expect.stringContaining('これからも'),
    ]);
    expect(await run({ 'take-back': true })).toContain('施設はありません');
    await expect(
      endService.run(rt, { words: [], options: { on: '2026-13-01' }, flags }),
    ).rejects.toThrow('最後の日を選んでください');
    expect(hostId).not.toBe(early.id);
  });
});
