import { describe, expect, test } from 'vitest';
import { readCounts, readItems } from '#domains/item/list-items.ts';
import { PAGE_SIZE } from '#domains/item/item-limits.ts';
import { castEachTest, rt, cast, general as actor } from '../support/cast-each-test.ts';
import { MINUTE, NOON } from '../support/clock.ts';
import { makeResident } from '../support/factories.ts';
import { makeItem } from '../support/items.ts';

castEachTest(['general']);

const add = async (takenOn: string, residentId: string | null = null, deletedAt?: string) => {
  rt.clock.advance(MINUTE);
  const options = { takenOn, residentId, ...(deletedAt && { deletedAt }) };
  return (await makeItem(rt, cast.host.id, options)).id;
};
const list = (query: Partial<Parameters<typeof readItems>[2]> = {}) =>
  readItems(rt, actor, { page: 1, ...query });
const ids = async (query: Partial<Parameters<typeof readItems>[2]> = {}) =>
  (await list(query)).items.map(({ id }) => id);

test('newest day first, then newest upload; without deleted ones', async () => {
  const early = await add('2026-10-02');
  const late = await add('2026-10-02');
  const newest = await add('2026-10-05');
  await add('2026-10-06', null, NOON);
  expect(await ids()).toEqual([newest, late, early]);
});

test('by month, by resident, facility-wide, and combined', async () => {
  const september = await add('2026-09-30', cast.resident.id);
  const first = await add('2026-10-01', cast.resident.id);
  const last = await add('2026-10-31', null);
  expect(await ids({ yearMonth: 202610 })).toEqual([last, first]);
  expect(await ids({ residentId: cast.resident.id })).toEqual([first, september]);
  expect(await ids({ residentId: 'none' })).toEqual([last]);
  expect(await ids({ yearMonth: 202609, residentId: cast.resident.id })).toEqual([september]);
  expect(await ids({ residentId: cast.foreignResident.id })).toEqual([]);
});

describe('pages', () => {
  test(`of ${PAGE_SIZE}; empty past the end; none missing, none twice`, async () => {
    for (let n = 0; n < PAGE_SIZE * 2 + 1; n++) await add('2026-10-02');
    const pages = await Promise.all([1, 2, 3, 4].map((page) => list({ page })));
    expect(pages.map(({ items }) => items.length)).toEqual([PAGE_SIZE, PAGE_SIZE, 1, 0]);
    expect(pages.map(({ count, lastPage }) => [count, lastPage])).toEqual(
      pages.map(() => [PAGE_SIZE * 2 + 1, 3]),
    );
    const all = pages.flatMap(({ items }) => items.map(({ id }) => id));
    expect(new Set(all).size).toBe(PAGE_SIZE * 2 + 1);
  });

  test('an empty list has one page', async () => {
    expect(await list()).toMatchObject({ items: [], count: 0, lastPage: 1 });
  });
});

describe('the start date', () => {
  test('is the first day of the oldest month with a photo, whatever the filter', async () => {
    await add('2025-02-28', cast.resident.id);
    await add('2026-10-05');
    expect((await list({ yearMonth: 202610 })).startDate).toBe('2025-02-01');
  });

  test('is the current month in Tokyo without photos', async () => {
    expect((await list()).startDate).toBe('2026-10-01');
    rt.clock.set('2026-10-31T15:00:00Z');
    expect((await list()).startDate).toBe('2026-11-01');
  });

  test('ignores deleted photos and those of another facility', async () => {
    await add('2024-01-01', null, NOON);
    await makeItem(rt, cast.otherHost.id, { residentId: null, takenOn: '2023-01-01' });
    expect((await list()).startDate).toBe('2026-10-01');
  });
});

describe('counts', () => {
  test('facility-wide photos and those of each resident, of all months or of one', async () => {
    await add('2026-10-02', cast.resident.id);
    await add('2026-09-02', cast.resident.id);
    await add('2026-10-02');
    await add('2026-10-03', null, NOON);
    const counted = async (yearMonth?: number) => {
      const { allCount, residents } = await readCounts(rt, actor, yearMonth);
      return [allCount, ...residents.map(({ name, itemsCount }) => `${name} ${itemsCount}`)];
    };
    expect(await counted()).toEqual([1, '鈴木 正 0', '田中 ウメ 2']);
    expect(await counted(202609)).toEqual([0, '鈴木 正 0', '田中 ウメ 1']);
  });

  test('residents who left or died are offered, at the end, up to the month of it', async () => {
    const aside = { name: '秋山 サト', name_kana: 'アキヤマ サト' };
    const leaver = await makeResident(rt, cast.host.id, { ...aside, left_on: '2026-10-17' });
    const died = await makeResident(rt, cast.host.id, {
      ...aside,
      died_on: '2026-10-02',
      letters_end: '2026-10-01',
    });
    const states = async (yearMonth?: number) =>
      (await readCounts(rt, actor, yearMonth)).residents.map(({ state }) => state);
    const ids = async () => (await readCounts(rt, actor, undefined)).residents.map(({ id }) => id);
    expect((await states()).sort()).toEqual(['died', 'here', 'here', 'left']);
    expect((await ids()).slice(2).sort()).toEqual([leaver.id, died.id].sort());
    rt.clock.set('2026-11-01T03:00:00Z');
    expect(await states()).toEqual(['here', 'here']);
    expect(await states(202610)).toHaveLength(4);
  });
});
