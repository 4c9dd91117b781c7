import { beforeEach, describe, expect, test } from 'vitest';
import { readFamilies } from '#domains/people/manage-families.ts';
import { readAdminLetter } from '#domains/letter/desk/edit-letters.ts';
import type { Link } from '#domains/letter/link.ts';
import { openLink, readLinkKey } from '#domains/letter/link.ts';
import { noteSeen, readSeen, readSeenCounts } from '#domains/letter/mark-seen.ts';
import { castEachTest, rt, cast } from '../support/cast-each-test.ts';
import { signedIn } from '../support/cast.ts';
import { HOUR, MINUTE, NOON } from '../support/clock.ts';
import { makeLetter } from '../support/factories.ts';

const yearMonth = 202609;
let link: Link;

castEachTest();
beforeEach(async () => {
  await makeLetter(rt, cast.host.id, yearMonth);
  link = await linkOf(cast.family, cast.resident);
});

const linkOf = async (family: { token: string }, resident: { token: string }): Promise<Link> => {
  const found = await openLink(rt, { familyToken: family.token, residentToken: resident.token });
  if (!found) throw new Error('no link');
  return found;
};
const rows = () => rt.db.selectFrom('letter_reads').selectAll().execute();

describe('見ました', () => {
  test('is recorded once, and its stamp can change', async () => {
    await noteSeen(rt, link, yearMonth, null);
    expect(await readSeen(rt, link, yearMonth)).toEqual({ at: NOON, stamp: null });
    rt.clock.advance(HOUR);
    for (const stamp of ['glad', 'thanks', 'thanks', null] as const) {
      await noteSeen(rt, link, yearMonth, stamp);
    }
    expect(await readSeen(rt, link, yearMonth)).toEqual({ at: NOON, stamp: 'thanks' });
    expect(await rows()).toHaveLength(1);
  });

  test('is counted for staff, for its letter only', async () => {
    await noteSeen(rt, link, yearMonth, 'relieved');
    await noteSeen(rt, await linkOf(cast.neighbourFamily, cast.neighbour), yearMonth, null);
    const stamps = { thanks: 0, glad: 0, relieved: 1 };
    expect(await readSeenCounts(rt, cast.host.id, yearMonth)).toEqual({ families: 2, stamps });
    const none = { families: 0, stamps: { thanks: 0, glad: 0, relieved: 0 } };
    expect(await readSeenCounts(rt, cast.host.id, 202608)).toEqual(none);
    expect(await readSeenCounts(rt, cast.otherHost.id, yearMonth)).toEqual(none);
    const admin = await signedIn(rt, cast.admin);
    expect((await readAdminLetter(rt, admin, yearMonth)).readCount).toBe(2);
    const [family] = await readFamilies(rt, admin, cast.resident.id);
    expect(family?.lastReadAt).toBe(NOON);
  });

  test('invalidates its cached page with each change, and nothing else', async () => {
    const key = () => readLinkKey(rt, link, yearMonth);
    const ofAnother = await readLinkKey(rt, link, 202608);
    const keys = [await key()];
    await noteSeen(rt, link, yearMonth, null);
    keys.push(await key());
    await noteSeen(rt, link, yearMonth, 'glad');
    keys.push(await key());
    expect(new Set(keys).size).toBe(3);
    await noteSeen(rt, link, yearMonth, 'glad');
    await noteSeen(rt, link, yearMonth, null);
    expect(await key()).toBe(keys.at(-1));
    expect(await readLinkKey(rt, link, 202608)).toBe(ofAnother);
  });
});

test.each([
  ['the current month', 202610, true],
  ['a future month', 202611, true],
  ['a month without a letter', 202608, false],
])('%s has no 見ました, not even with an early look', async (_name, month, hasText) => {
  if (hasText) await makeLetter(rt, cast.host.id, month);
  const settings = { host_id: cast.host.id, early_look: 1 as const };
  await rt.db.insertInto('delivery_settings').values(settings).execute();
  const early = await linkOf(cast.family, cast.resident);
  await expect(noteSeen(rt, early, month, 'thanks')).rejects.toMatchObject({ status: 404 });
  expect(await rows()).toEqual([]);
});

test('from 00:00 on the 1st, and not a second earlier', async () => {
  await makeLetter(rt, cast.host.id, 202610);
  rt.clock.set('2026-10-31T14:59:59.999Z');
  await expect(noteSeen(rt, link, 202610, null)).rejects.toMatchObject({ status: 404 });
  rt.clock.set('2026-10-31T15:00:00.000Z');
  await noteSeen(rt, link, 202610, null);
  expect(await rows()).toHaveLength(1);
});

test('repeated requests are stopped', async () => {
  for (let times = 0; times < 60; times++) await noteSeen(rt, link, yearMonth, null);
  await expect(noteSeen(rt, link, yearMonth, 'glad')).rejects.toMatchObject({ status: 429 });
  expect((await readSeen(rt, link, yearMonth))?.stamp).toBeNull();
  rt.clock.advance(61 * MINUTE);
  await noteSeen(rt, link, yearMonth, 'glad');
  expect((await readSeen(rt, link, yearMonth))?.stamp).toBe('glad');
});
