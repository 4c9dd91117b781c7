import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { tellOfEndings } from '#domains/delivery/ending/tell-of-ending.ts';
import { readTellings, tickTold } from '#domains/delivery/ending/tell-by-hand.ts';
import { listUnnotified } from '#domains/delivery/ending/unnotified.ts';
import { setEnding, takeBackEnding } from '#domains/facility/ending/set-ending.ts';
import { retryGivenUpMails } from '#domains/mail/given-up-mails.ts';
import { changeFamily, removeFamily } from '#domains/people/manage-families.ts';
import { readEnv } from '#server/env.ts';
import { openRuntime } from '#server/runtime.ts';
import { restoreBackup } from '../../commands/restore.ts';
import { backUp, makeFolder } from '../support/backups.ts';
import { DAY, HOUR, MINUTE } from '../support/clock.ts';
import { tokyo } from '../support/delivery.ts';
import { makeFamily } from '../support/factories.ts';
import { endingOf, heard } from '../support/endings.ts';
import { onlyOnFile } from '../support/on-file.ts';
import type { Relatives } from '../support/relatives.ts';
import { makeRelatives } from '../support/relatives.ts';
import { mailerOf, makeMailSender } from '../support/sender.ts';

/** P43: whatever is changed meanwhile, nobody hears what does not hold, and nobody hears nothing. */

const BACK: unknown = expect.stringContaining('これからもご覧いただけます');
const until = (day: string): unknown => expect.stringContaining(`お便りは、${day}`);

const set = ({ rt, admin, hostId }: Relatives, days: number, isShort = false) =>
  setEnding(rt, admin, { ...endingOf(rt, hostId, days), isShort });
const back = ({ rt, admin, hostId }: Relatives) => takeBackEnding(rt, admin, { hostId });

/** The telling fails for a day and is given up. */
async function failToTell(of: Relatives): Promise<void> {
  const { rt } = of;
  await set(of, 40);
  rt.clock.advance(HOUR);
  await tellOfEndings(rt);
  const away = Object.assign(new Error('away'), { code: 'ECONNREFUSED' });
  const sender = makeMailSender({ ...rt, mailer: mailerOf(() => Promise.reject(away)) });
  for (let hour = 0; hour < 27; hour++) {
    await sender.drain();
    rt.clock.advance(HOUR);
    await tellOfEndings(rt);
  }
  expect(await rt.db.selectFrom('outbox').select('state').execute()).toEqual([{ state: 'failed' }]);
}
const retry = ({ rt }: Relatives) => retryGivenUpMails(rt, null).catch(() => 0);

describe('news that was given up, and is sent once more', () => {
  test('reaches its families if it still holds', async () => {
    const of = await makeRelatives();
    await failToTell(of);
    expect(await retry(of)).toBe(1);
    expect(await heard(of, 30)).toEqual([until('2026年11月29日')]);
    expect(await listUnnotified(of.rt, of.hostId)).toEqual([]);
  });

  test('does not go once the day was taken back', async () => {
    const of = await makeRelatives();
    await failToTell(of);
    await back(of);
    await tellOfEndings(of.rt);
    expect(await retry(of)).toBe(0);
    expect(await heard(of, 30)).toEqual([]);
  });

  test('does not go once the facility has told it', async () => {
    const of = await makeRelatives();
    await failToTell(of);
    for (const { id } of [of.ofHaru, of.ofKiyo]) {
      await tickTold(of.rt, of.admin, { familyId: id, done: 'yes' });
    }
    expect(await retry(of)).toBe(0);
    expect(await heard(of, 30)).toEqual([]);
  });

  test('is of the day that holds', async () => {
    const of = await makeRelatives();
    await failToTell(of);
    await set(of, 80);
    await tellOfEndings(of.rt);
    expect(await retry(of)).toBe(0);
    expect(await heard(of, 30)).toEqual([until('2027年1月9日')]);
  });
});

describe('a day that was moved', () => {
  test('later, as pages say, and then before that, is told', async () => {
    const of = await makeRelatives();
    await set(of, 40);
    expect(await heard(of, 2)).toHaveLength(1);
    await set(of, 250);
    expect(await heard(of, 24)).toEqual([]);
    of.rt.clock.advance(30 * DAY);
    await set(of, 60);
    expect(await listUnnotified(of.rt, of.hostId)).toHaveLength(2);
    const [subject, ...more] = await heard(of, 30);
    expect([subject, more]).toEqual([until('2027年1月'), []]);
    expect(await listUnnotified(of.rt, of.hostId)).toEqual([]);
  });

  test('later by mistake, and back within the hour, is not', async () => {
    const of = await makeRelatives();
    await set(of, 40);
    await heard(of, 2);
    await set(of, 90);
    of.rt.clock.advance(30 * MINUTE);
    await tellOfEndings(of.rt);
    await set(of, 40);
    expect(await heard(of, 30)).toEqual([]);
    expect(await listUnnotified(of.rt, of.hostId)).toEqual([]);
  });

  test('to today is refused when nobody can be told any more', async () => {
    const of = await makeRelatives();
    of.rt.clock.set(tokyo('2026-10-20T18:00:00'));
    const words: unknown = expect.stringContaining('今日は、もうご家族にお知らせできません');
    await expect(set(of, 0, true)).rejects.toMatchObject({
      status: 422,
      errors: { endsOn: [words] },
    });
    await set(of, 1, true);
    expect(await heard(of, 30)).toHaveLength(1);
  });
});

describe('a taking back', () => {
  test('after the last day, and within the hour another day, is told to nobody', async () => {
    const of = await makeRelatives();
    const { id } = await makeFamily(of.rt, of.haru, { name: '手渡し', delivery: 'link' });
    await set(of, 40);
    await heard(of, 30);
    await tickTold(of.rt, of.admin, { familyId: id, done: 'yes' });
    of.rt.clock.advance(45 * DAY);
    await tellOfEndings(of.rt);
    await back(of);
    of.rt.clock.advance(30 * MINUTE);
    await tellOfEndings(of.rt);
    await set(of, 1, true);
    expect(await heard(of, 72)).toEqual([]);
    expect(await listUnnotified(of.rt, of.hostId)).toEqual([]);
  });

  test('wakes nobody, and may be a mistake', async () => {
    const of = await makeRelatives();
    await set(of, 40);
    await heard(of, 2);
    of.rt.clock.set(tokyo('2026-10-25T02:30:00'));
    await back(of);
    expect(await heard(of, 6)).toEqual([]);
    of.rt.clock.set(tokyo('2026-10-25T09:00:00'));
    expect(await heard(of, 0)).toEqual([BACK]);
  });

  test('that leads to another, earlier day is not told', async () => {
    const of = await makeRelatives();
    await set(of, 40);
    await heard(of, 2);
    of.rt.clock.set(tokyo('2026-10-25T12:00:00'));
    await back(of);
    await tellOfEndings(of.rt);
    of.rt.clock.advance(10 * MINUTE);
    await set(of, 31);
    expect(await heard(of, 30)).toEqual([until('2026年11月25日')]);
  });
});

test.each([
  [
    'has another address',
    (of: Relatives) => changeFamily(of.rt, of.admin, of.ofHaru.id, { email: 'n@example.jp' }),
    2,
  ],
  [
    'reads by link now',
    (of: Relatives) => changeFamily(of.rt, of.admin, of.ofHaru.id, { delivery: 'link' }),
    1,
  ],
  ['is removed', (of: Relatives) => removeFamily(of.rt, of.admin, of.ofHaru.id), 1],
])(
  'of relatives whose mail waits, and of whom one %s, nobody is forgotten',
  async (_, change, mails) => {
    const of = await makeRelatives();
    await set(of, 40);
    of.rt.clock.advance(HOUR);
    await tellOfEndings(of.rt);
    await change(of);
    expect(await heard(of, 30)).toHaveLength(mails);
    const byHand = (await readTellings(of.rt, of.hostId))?.byHand ?? [];
    expect(byHand.map(({ id }) => id)).not.toContain(of.ofKiyo.id);
  },
);

describe('after a restore', onlyOnFile('our own backups are of files'), () => {
  /** As the backup of that moment would go on. */
  async function restored(of: Relatives, at: string) {
    const to = path.join(await makeFolder(), 'restored');
    const { endings } = await restoreBackup(at, to);
    const env = readEnv({ DATA_DIR: to, LOG_LEVEL: 'silent' });
    const rt = { ...of.rt, ...(await openRuntime(env, of.rt.clock)), clock: of.rt.clock };
    return { ...of, rt, endings };
  }

  test('who may have been told since hears that it is taken back', async () => {
    const of = await makeRelatives();
    await set(of, 40);
    of.rt.clock.advance(30 * MINUTE);
    const { at } = await backUp(of.rt.env);
    expect(await heard(of, 1)).toHaveLength(1);
    const then = await restored(of, at);
    expect(await heard(then, 2)).toEqual([]);
    expect(then.endings).toEqual([{ name: 'ひだまりの家', endsOn: '2026-11-29' }]);
    await back(then);
    expect(await heard(then, 30)).toEqual([BACK]);
    await then.rt.close();
  });

  test('who may have heard of a taking back is told of a new day', async () => {
    const of = await makeRelatives();
    await set(of, 40);
    await heard(of, 2);
    await back(of);
    await tellOfEndings(of.rt);
    const { at } = await backUp(of.rt.env);
    expect(await heard(of, 2)).toEqual([BACK]);
    const then = await restored(of, at);
    expect(await heard(then, 2)).toEqual([]);
    await set(then, 50);
    expect(await listUnnotified(then.rt, then.hostId)).toHaveLength(2);
    expect(await heard(then, 30)).toHaveLength(1);
    expect(await listUnnotified(then.rt, then.hostId)).toEqual([]);
    await then.rt.close();
  });
});
