import { beforeEach, describe, expect, test } from 'vitest';
import { runDeliveries } from '#domains/delivery/monthly-run.ts';
import { sendLetter } from '#domains/delivery/send-on-request.ts';
import { readDeliveryPage } from '#domains/delivery/read-states.ts';
import type { UpdateLetterInput } from '#domains/letter/desk/admin-letter.ts';
import {
  createLetter,
  readAdminLetter,
  readAdminLetters,
  updateLetter,
} from '#domains/letter/desk/edit-letters.ts';
import { readFamilyLetter, readShelf } from '#domains/letter/read-letters.ts';
import { openLink } from '#domains/letter/link.ts';
import { readPrintRun } from '#domains/paper/print/read-prints.ts';
import { castEachTest, rt, cast, admin } from '../support/cast-each-test.ts';
import { makeFamily, makeLetter } from '../support/factories.ts';
import { makeItem } from '../support/items.ts';
import { mailsOf } from '../support/mailbox.ts';

const MONTH = 202609;
const EMPTY = { title: '9月号', body: '', coverItemId: null };
const MISSING = { status: 404 };
const STALE = { status: 409 };
let mailed: { id: string };

castEachTest(['admin']);
beforeEach(async () => {
  mailed = await makeFamily(rt, cast.resident, { email: 'hana@example.jp', delivery: 'email' });
  await makeItem(rt, cast.host.id, { residentId: cast.neighbour.id, takenOn: '2026-07-02' });
  for (const yearMonth of [202607, 202610]) await makeLetter(rt, cast.host.id, yearMonth);
});

const save = (change: Partial<UpdateLetterInput> & { version: number }) =>
  updateLetter(rt, admin, MONTH, { ...EMPTY, ...change });
const create = (more = {}) =>
  createLetter(rt, admin, { yearMonth: MONTH, ...EMPTY, title: undefined, ...more });
const stored = () =>
  rt.db
    .selectFrom('letters')
    .select(['title', 'body', 'version'])
    .where('host_id', '=', cast.host.id)
    .where('year_month', '=', MONTH)
    .executeTakeFirst();

async function link() {
  const tokens = { residentToken: cast.resident.token, familyToken: cast.family.token };
  const opened = await openLink(rt, tokens);
  if (!opened) throw new Error('no link');
  return opened;
}

const refusalOf = (asked: Promise<unknown>): Promise<unknown> =>
  asked.then(
    () => null,
    (error: unknown) => error,
  );

/** Wherever the letter could appear. */
async function places() {
  const reader = await link();
  const { next } = await readFamilyLetter(rt, reader, 202607);
  const { previous } = await readFamilyLetter(rt, reader, 202610);
  const { families } = await readDeliveryPage(rt, admin, MONTH);
  const sent = await refusalOf(sendLetter(rt, admin, { familyId: mailed.id, yearMonth: MONTH }));
  const { letters, left } = await readPrintRun(rt, admin, MONTH, { familyId: mailed.id });
  const found = {
    shelf: (await readShelf(rt, reader)).map(({ yearMonth }) => yearMonth),
    opened: await refusalOf(readFamilyLetter(rt, reader, MONTH)),
    neighbours: [next, previous?.yearMonth],
    admins: (await readAdminLetters(rt, admin)).map(({ yearMonth }) => yearMonth),
    delivery: families.find(({ id }) => id === mailed.id),
    sent,
    printed: [letters.length, left[0]?.reason],
  };
  await runDeliveries(rt);
  return { ...found, mails: await mailsOf(rt) };
}

/** It appears in none. */
const NOWHERE = {
  shelf: [202607],
  opened: MISSING,
  neighbours: [null, 202607],
  admins: [202607, 202610],
  delivery: { hasLetter: false, mail: { state: 'none', reason: 'noLetter' } },
  sent: { status: 422 },
  printed: [0, 'noLetter'],
  mails: [],
};

describe('a form submitted empty', () => {
  test('creates no letter', async () => {
    await makeItem(rt, cast.host.id, { residentId: null, takenOn: '2026-09-02' });
    expect(await save({ version: 0 })).toMatchObject({ version: 0, title: '9月号', body: '' });
    expect(await stored()).toBeUndefined();
    await rt.db.deleteFrom('items').where('taken_on', '>', '2026-09').execute();
    expect(await places()).toMatchObject(NOWHERE);
  });

  test('creates none by a call either, and a text can follow', async () => {
    expect(await createLetter(rt, admin, { ...EMPTY, yearMonth: 202610 }).catch(String)).toContain(
      'すでに保存されています',
    );
    expect(await create()).toMatchObject({ version: 0, updatedAt: null });
    expect(await stored()).toBeUndefined();
    expect(await create({ body: '秋' })).toMatchObject({ version: 1 });
  });
});

describe('a text that is emptied', () => {
  test('does not count as a text: no family gets a letter', async () => {
    await create({ title: '長月', body: 'お月見をしました。' });
    expect(await save({ version: 1 })).toMatchObject({ version: 0, updatedAt: null });
    expect(await places()).toMatchObject(NOWHERE);
  });

  test('in an older database counts as none, whatever its title', async () => {
    for (const title of ['9月号', '']) {
      await rt.db.deleteFrom('letters').where('year_month', '=', MONTH).execute();
      await makeLetter(rt, cast.host.id, MONTH, { title, body: '' });
      expect(await places()).toMatchObject(NOWHERE);
      await rt.db.deleteFrom('delivery_runs').execute();
    }
  });

  test('leaves a month with photos without a text', async () => {
    await create({ title: '長月', body: 'お月見をしました。' });
    await makeItem(rt, cast.host.id, { residentId: cast.resident.id, takenOn: '2026-09-02' });
    await save({ version: 1 });
    expect(await readFamilyLetter(rt, await link(), MONTH)).toMatchObject({
      title: '9月号',
      body: '',
      items: [{}],
    });
  });

  test('with only a cover is kept, but makes no letter without its photo', async () => {
    const hall = { residentId: cast.neighbour.id, takenOn: '2026-09-02' };
    const { id: coverItemId } = await makeItem(rt, cast.host.id, hall);
    expect(await create({ coverItemId })).toMatchObject({ version: 1, coverItemId });
    await expect(readFamilyLetter(rt, await link(), MONTH)).rejects.toMatchObject(MISSING);
    const shelf = await readShelf(rt, await link());
    expect(shelf.map(({ yearMonth }) => yearMonth)).toEqual([202607]);
    await runDeliveries(rt);
    expect(await mailsOf(rt)).toEqual([]);
  });
});

describe('two admins, one of whom empties the text', () => {
  beforeEach(() => create({ body: 'お月見をしました。' }));

  test('conflict: 409 for the other, and nothing comes back', async () => {
    await save({ version: 1 });
    for (const version of [1, 3]) {
      await expect(save({ version, body: '別' })).rejects.toMatchObject(STALE);
    }
    expect(await readAdminLetter(rt, admin, MONTH)).toMatchObject({ version: 0, body: '' });
    expect(await save({ version: 0, body: '別' })).toMatchObject({ body: '別' });
  });

  test('a rewritten text is never overwritten from a page with the first', async () => {
    await save({ version: 1 });
    const { version } = await save({ version: 0, body: '新しい文' });
    expect(version).toBeGreaterThan(1);
    await expect(save({ version: 1, body: '古い文' })).rejects.toMatchObject(STALE);
    await expect(save({ version: 0, body: '古い文' })).rejects.toMatchObject(STALE);
    await expect(save({ version: 0 })).rejects.toMatchObject(STALE);
    expect(await readAdminLetter(rt, admin, MONTH)).toMatchObject({ version, body: '新しい文' });
  });

  test('of many who write after it was emptied, one saves', async () => {
    await save({ version: 1 });
    const results = await Promise.allSettled(
      Array.from({ length: 8 }, (_, n) => save({ version: 0, title: `題${n}` })),
    );
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  test('an open page can still read it, and no list shows it', async () => {
    await save({ version: 1 });
    expect(await readAdminLetter(rt, admin, MONTH)).toMatchObject({ version: 0, itemsCount: 0 });
    const months = (await readAdminLetters(rt, admin)).map(({ yearMonth }) => yearMonth);
    expect(months).not.toContain(MONTH);
  });
});

describe("a facility's first letter", () => {
  const months = async () => (await readAdminLetters(rt, admin)).map(({ yearMonth }) => yearMonth);

  test.each([202606, 202001, 190001])(
    'is not before its first photo: %i is 422',
    async (yearMonth) => {
      await makeItem(rt, cast.otherHost.id, { residentId: null, takenOn: '2020-01-01' });
      await makeLetter(rt, cast.host.id, 202005, { title: '5月号', body: '' });
      await expect(create({ yearMonth, body: '秋' })).rejects.toMatchObject({
        status: 422,
        errors: { yearMonth: [expect.any(String)] },
      });
      expect(await months()).toEqual([202607, 202610]);
    },
  );

  test('is that of its first photo or text; later months need neither', async () => {
    expect(await create({ yearMonth: 202608, body: '夏' })).toMatchObject({ version: 1 });
    await rt.db.deleteFrom('items').execute();
    await rt.db.deleteFrom('letters').where('year_month', '=', 202607).execute();
    expect(await create({ body: '秋' })).toMatchObject({ version: 1 });
    await expect(create({ yearMonth: 202607, body: '夏' })).rejects.toMatchObject({ status: 422 });
  });
});
