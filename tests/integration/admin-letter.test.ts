import { describe, expect, test } from 'vitest';
import type { CreateLetterInput } from '#domains/letter/desk/admin-letter.ts';
import {
  createLetter,
  readAdminLetter,
  readAdminLetterWithItems,
  readAdminLetters,
  updateLetter,
} from '#domains/letter/desk/edit-letters.ts';
import { readFamilyLetter } from '#domains/letter/read-letters.ts';
import { openLink } from '#domains/letter/link.ts';
import { castEachTest, rt, cast, admin, otherAdmin } from '../support/cast-each-test.ts';
import { MINUTE, NOON } from '../support/clock.ts';
import { makeLetter } from '../support/factories.ts';
import { makeItem } from '../support/items.ts';

castEachTest(['admin', 'otherAdmin']);

const add = async (takenOn: string, residentId: string | null = null, more = {}) => {
  rt.clock.advance(MINUTE);
  return (await makeItem(rt, cast.host.id, { takenOn, residentId, ...more })).id;
};
const read = (yearMonth: number) => readAdminLetter(rt, admin, yearMonth);
const create = (more: Partial<CreateLetterInput> = {}) =>
  createLetter(rt, admin, {
    yearMonth: 202609,
    title: '長月',
    body: '',
    coverItemId: null,
    ...more,
  });
/** The cast's families, entered at another time. */
const enterFamilies = (created_at: string) =>
  rt.db.updateTable('families').set({ created_at }).execute();
const months = async (actor = admin) =>
  (await readAdminLetters(rt, actor)).map(({ yearMonth }) => yearMonth);

describe('the list', () => {
  test('has every month with photos or a text, by year, then month', async () => {
    for (const day of ['2026-10-01', '2025-12-31', '2026-02-01']) await add(day);
    await makeLetter(rt, cast.host.id, 202608);
    await add('2026-03-01', null, { deletedAt: NOON });
    expect(await months()).toEqual([202512, 202602, 202608, 202610]);
    expect(await months(otherAdmin)).toEqual([]);
  });

  test('shows what is saved, or the defaults', async () => {
    await add('2026-10-01', cast.resident.id);
    await add('2026-10-02', null, { state: 'accepted' });
    await makeLetter(rt, cast.host.id, 202609, { title: '長月', version: 3 });
    const updatedAt = expect.any(String) as string;
    await enterFamilies('2026-09-30T14:59:59.999Z');
    const common = { readCount: 0, familiesCount: 2, coverItemId: null };
    expect(await readAdminLetters(rt, admin)).toEqual([
      {
        ...common,
        ...{ year: 2026, month: 9, yearMonth: 202609, title: '長月' },
        ...{
          body: '朝晩が涼しくなりました。',
          itemsCount: 0,
          photosCount: 0,
          version: 3,
          updatedAt,
        },
        ...{ inProgress: true, deliveredAt: '2026-09-30T15:00:00.000Z' },
      },
      {
        ...common,
        ...{ year: 2026, month: 10, yearMonth: 202610, title: '10月号', body: '' },
        ...{ itemsCount: 2, photosCount: 1, version: 0, updatedAt: null },
        ...{ inProgress: false, deliveredAt: null },
      },
    ]);
  });

  test('a month is delivered at midnight in Tokyo on the first', async () => {
    await add('2026-10-01');
    rt.clock.set('2026-10-31T14:59:59.999Z');
    expect(await read(202610)).toMatchObject({ inProgress: false, deliveredAt: null });
    rt.clock.set('2026-10-31T15:00:00.000Z');
    expect(await read(202610)).toMatchObject({
      inProgress: true,
      deliveredAt: '2026-10-31T15:00:00.000Z',
    });
  });
});

describe('one letter', () => {
  test('shows all photos of its month, whoever they belong to, oldest first', async () => {
    const second = await add('2026-09-30', cast.neighbour.id, { state: 'accepted' });
    const first = await add('2026-09-01', cast.resident.id);
    await add('2026-09-02', null, { deletedAt: NOON });
    await add('2026-10-01');
    await makeItem(rt, cast.otherHost.id, { residentId: null, takenOn: '2026-09-03' });
    const { letter, items } = await readAdminLetterWithItems(rt, admin, 202609);
    expect(items.map(({ id }) => id)).toEqual([first, second]);
    expect(letter.itemsCount).toBe(2);
    expect(items[0]?.images.src).toMatch(/^\/photos\/staff\//);
  });

  test('of the current month exists before its first photo', async () => {
    expect(await read(202610)).toMatchObject({ version: 0, itemsCount: 0, title: '10月号' });
    expect(await months()).toEqual([]);
  });

  test.each([202611, 202609, 202413, 0, 20261])('%i: not found', async (yearMonth) => {
    await expect(read(yearMonth)).rejects.toMatchObject({ status: 404 });
    await expect(
      updateLetter(rt, admin, yearMonth, { version: 0, title: '秋' }),
    ).rejects.toMatchObject({ status: 404 });
  });
});

describe('saving', () => {
  test('for the first time, omitting a field later keeps it', async () => {
    const cover = await add('2026-09-01');
    expect(await create({ body: 'お月見', coverItemId: cover })).toMatchObject({
      ...{ title: '長月', body: 'お月見', coverItemId: cover, version: 1 },
    });
    rt.clock.advance(MINUTE);
    const saved = await updateLetter(rt, admin, 202609, { version: 1, body: '十五夜' });
    expect(saved).toMatchObject({ title: '長月', body: '十五夜', coverItemId: cover, version: 2 });
    expect(saved.updatedAt).toBe(rt.clock.now().toISOString());
    const cleared = await updateLetter(rt, admin, 202609, { version: 2, coverItemId: null });
    expect(cleared).toMatchObject({ coverItemId: null, version: 3 });
    expect(await months(otherAdmin)).toEqual([]);
  });

  test('the first text twice: 409, and the first text stays', async () => {
    await add('2026-09-01');
    await create();
    await expect(create({ title: '別' })).rejects.toMatchObject({ status: 409 });
    expect(await read(202609)).toMatchObject({ title: '長月', version: 1 });
  });

  test('a future month: 422 naming the field', async () => {
    await expect(create({ yearMonth: 202611 })).rejects.toMatchObject({
      status: 422,
      errors: { yearMonth: [expect.any(String)] },
    });
  });

  test('the first PATCH of an unsaved month saves it with its default title', async () => {
    await add('2026-09-01');
    const saved = await updateLetter(rt, admin, 202609, { version: 0, body: '秋' });
    expect(saved).toMatchObject({ title: '9月号', body: '秋', version: 1 });
  });

  test('a family reads what was saved', async () => {
    await add('2026-08-01');
    await create({ body: 'お月見' });
    const { resident, family } = cast;
    const tokens = { residentToken: resident.token, familyToken: family.token };
    const link = await openLink(rt, tokens);
    if (!link) throw new Error('no link');
    expect(await readFamilyLetter(rt, link, 202609)).toMatchObject({ body: 'お月見' });
  });
});

describe('two admins', () => {
  test.each([0, 1, 3, 99])('the stale version %i changes nothing: 409', async (version) => {
    await makeLetter(rt, cast.host.id, 202609, { version: 2 });
    await expect(updateLetter(rt, admin, 202609, { version, title: '別' })).rejects.toMatchObject({
      status: 409,
    });
    expect(await read(202609)).toMatchObject({ title: '秋のお便り', version: 2 });
  });

  test.each([0, 1])('of many who read version %i, one saves', async (version) => {
    await add('2026-09-01');
    if (version > 0) await makeLetter(rt, cast.host.id, 202609, { version });
    const results = await Promise.allSettled(
      Array.from({ length: 8 }, (_, n) =>
        updateLetter(rt, admin, 202609, { version, title: `題${n}` }),
      ),
    );
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect((await read(202609)).version).toBe(version + 1);
  });

  test('of different facilities do not conflict', async () => {
    await makeLetter(rt, cast.host.id, 202609);
    await makeLetter(rt, cast.otherHost.id, 202609);
    await updateLetter(rt, otherAdmin, 202609, { version: 1, title: '青空' });
    expect(await read(202609)).toMatchObject({ title: '秋のお便り', version: 1 });
  });
});

describe('the cover', () => {
  const refused = { status: 422, errors: { coverItemId: [expect.any(String)] } };

  test("may be a facility-wide or a resident's photo of that month", async () => {
    const own = await add('2026-09-30', cast.resident.id);
    expect(await create({ coverItemId: own })).toMatchObject({ coverItemId: own });
  });

  test.each<[string, () => Promise<string>]>([
    ['of another month', () => add('2026-10-01')],
    ['deleted', () => add('2026-09-01', null, { deletedAt: NOON })],
    ['not ready', () => add('2026-09-01', null, { state: 'accepted' })],
    [
      'hidden from families',
      async () => {
        await rt.db.updateTable('residents').set({ photos_hidden: 1 }).execute();
        return add('2026-09-01', cast.resident.id);
      },
    ],
    [
      'of another facility',
      async () =>
        (await makeItem(rt, cast.otherHost.id, { residentId: null, takenOn: '2026-09-01' })).id,
    ],
    ['of no photo', () => Promise.resolve('AAAAAAAAAAAAAAAA')],
  ])('a photo %s is refused', async (_name, make) => {
    await add('2026-09-02');
    const coverItemId = await make();
    await expect(create({ coverItemId })).rejects.toMatchObject(refused);
    await makeLetter(rt, cast.host.id, 202609);
    await expect(
      updateLetter(rt, admin, 202609, { version: 1, coverItemId }),
    ).rejects.toMatchObject(refused);
  });

  test('that was deleted since does not block a new text', async () => {
    const coverItemId = await add('2026-09-01');
    await create({ coverItemId });
    await rt.db.updateTable('items').set({ deleted_at: NOON }).execute();
    const change = { version: 1, body: '秋', coverItemId };
    expect(await updateLetter(rt, admin, 202609, change)).toMatchObject({ version: 2 });
  });
});
