import { beforeEach, describe, expect, test } from 'vitest';
import { readOwnAnswers, sendAnswer } from '#domains/letter/answer/family-answers.ts';
import { DEFAULT_SETTINGS } from '#domains/facility/delivery-settings.ts';
import { saveDeliverySettings } from '#domains/delivery/change-settings.ts';
import { changeFamily } from '#domains/people/manage-families.ts';
import type { Link } from '#domains/letter/link.ts';
import { openLink, readLinkKey } from '#domains/letter/link.ts';
import { readSeen } from '#domains/letter/mark-seen.ts';
import { castEachTest, rt, cast } from '../support/cast-each-test.ts';
import { signedIn } from '../support/cast.ts';
import { MINUTE, NOON } from '../support/clock.ts';
import { readEvents } from '../support/events.ts';
import { makeLetter } from '../support/factories.ts';

const MONTH = 202609;
const RELIEVED = '元気そうで安心しました';
let link: Link;

castEachTest();
beforeEach(async () => {
  await makeLetter(rt, cast.host.id, MONTH);
  await makeLetter(rt, cast.host.id, 202608);
  link = await open();
});

async function open(): Promise<Link> {
  const tokens = { familyToken: cast.family.token, residentToken: cast.resident.token };
  const found = await openLink(rt, tokens);
  if (!found) throw new Error('no link');
  return found;
}
const send = (body: string, month = MONTH) => sendAnswer(rt, link, month, body);
const own = (month = MONTH) => readOwnAnswers(rt, link, month);
const rows = () => rt.db.selectFrom('answers').selectAll().execute();
const key = (month = MONTH) => readLinkKey(rt, link, month);

describe('a word of a family', () => {
  test('is kept for the resident, shown to the family, and counts as 見ました', async () => {
    expect(await own()).toEqual({ sent: [], left: 3, isOn: true });
    expect(await send(RELIEVED)).toBe('sent');
    expect(await own()).toEqual({
      sent: [{ body: RELIEVED, at: NOON, reply: null }],
      left: 2,
      isOn: true,
    });
    expect(await readSeen(rt, link, MONTH)).toEqual({ at: NOON, stamp: null });
    expect(await rows()).toMatchObject([
      { resident_id: cast.resident.id, family_id: cast.family.id, year_month: MONTH },
    ]);
    expect(await readEvents(rt)).toMatchObject([
      { action: 'answer.sent', target: cast.family.id, resident_id: cast.resident.id },
    ]);
  });

  test('sent twice counts once, also at the same moment', async () => {
    expect(await Promise.all([send(RELIEVED), send(RELIEVED)])).toEqual(['sent', 'sent']);
    expect(await send(RELIEVED)).toBe('sent');
    expect(await rows()).toHaveLength(1);
    expect(await send(RELIEVED, 202608)).toBe('sent');
    expect(await rows()).toHaveLength(2);
  });

  test('is one of three about each letter, also at the same moment', async () => {
    const all = await Promise.all(['一', '二', '三', '四', '五'].map((text) => send(text)));
    expect(all.sort()).toEqual(['full', 'full', 'sent', 'sent', 'sent']);
    expect(await own()).toMatchObject({ left: 0, sent: { length: 3 } });
    expect(await own(202608)).toMatchObject({ left: 3, sent: [] });
    expect(await send('二', 202608)).toBe('sent');
  });

  test('invalidates its own cached page with each word, and no other', async () => {
    const host = () => rt.db.selectFrom('hosts').select(['id', 'content_version']).execute();
    const [before, other, keys] = [await host(), await key(202608), [await key()]];
    for (const text of ['一', '二', '三']) {
      await send(text);
      keys.push(await key());
    }
    expect(new Set(keys).size).toBe(4);
    await send('三');
    await send('四');
    expect(await key()).toBe(keys.at(-1));
    expect(await key(202608)).toBe(other);
    expect(await host()).toEqual(before);
  });

  test('is no longer shown by a household that now belongs to another resident', async () => {
    await send(RELIEVED);
    const admin = await signedIn(rt, cast.admin);
    await changeFamily(rt, admin, cast.family.id, { residentId: cast.neighbour.id });
    expect(
      (await readOwnAnswers(rt, { ...link, residentId: cast.neighbour.id }, MONTH)).sent,
    ).toEqual([]);
    expect(await rows()).toMatchObject([{ resident_id: cast.resident.id }]);
  });
});

test.each([
  ['the current month', 202610, true],
  ['a future month', 202611, true],
  ['a month without a letter', 202607, false],
])('%s takes no words, not even with an early look', async (_name, month, hasText) => {
  if (hasText) await makeLetter(rt, cast.host.id, month);
  const settings = { host_id: cast.host.id, early_look: 1 as const };
  await rt.db.insertInto('delivery_settings').values(settings).execute();
  link = await open();
  await expect(send(RELIEVED, month)).rejects.toMatchObject({ status: 404 });
  expect(await rows()).toEqual([]);
});

test('a facility can stop taking words: those sent stay, and the page changes at once', async () => {
  await send(RELIEVED);
  const before = await key();
  const admin = await signedIn(rt, cast.admin);
  await saveDeliverySettings(rt, admin, { ...DEFAULT_SETTINGS, takesAnswers: false });
  expect(await key()).not.toBe(before);
  expect(await send('もうひとこと')).toBe('off');
  expect(await send(RELIEVED)).toBe('sent');
  link = await open();
  expect(await own()).toMatchObject({ isOn: false, sent: [{ body: RELIEVED }] });
});

test('repeated requests are stopped, and counted even when nothing is kept', async () => {
  for (let times = 0; times < 60; times++) await send(String(times));
  await expect(send(RELIEVED)).rejects.toMatchObject({ status: 429 });
  rt.clock.advance(61 * MINUTE);
  expect(await send(RELIEVED)).toBe('full');
  expect(await rows()).toHaveLength(3);
});
