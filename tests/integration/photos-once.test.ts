import { beforeEach, expect, test } from 'vitest';
import { changeItem } from '#domains/item/change-items.ts';
import { deleteItem } from '#domains/item/delete-items.ts';
import { copyItem } from '#domains/item/item-place.ts';
import { MAX_PEOPLE_SHOWN, PAGE_SIZE } from '#domains/item/item-limits.ts';
import { readItems } from '#domains/item/list-items.ts';
import { admin, cast, castEachTest, otherAdmin, rt } from '../support/cast-each-test.ts';
import { makeResident } from '../support/factories.ts';
import { makeItem } from '../support/items.ts';
import { makePhotoOfSeveral } from '../support/photo-of-several.ts';

/** Of one photo of 3 October: of two residents, and facility-wide. */
let [own, theirs, hall] = ['', '', ''];

castEachTest(['admin', 'otherAdmin']);
beforeEach(async () => {
  [own, theirs, hall] = await makePhotoOfSeveral(rt, cast, admin);
});

const list = (query: Partial<Parameters<typeof readItems>[2]> = {}, actor = admin) =>
  readItems(rt, actor, { page: 1, together: true, ...query });
const peopleIn = async (query: Parameters<typeof list>[0] = {}) =>
  (await list(query)).items.map(({ people = [] }) => people.map(({ itemId }) => itemId));

test('a photo of several is listed once, with its people in あいうえお order', async () => {
  const other = await makeItem(rt, cast.host.id, { residentId: null, takenOn: '2026-10-02' });
  const { items, count } = await list({ yearMonth: 202610 });
  expect([items.length, count]).toEqual([2, 2]);
  const [photo, single] = items;
  expect(photo?.people?.map(({ residentName }) => residentName)).toEqual([
    ...[cast.neighbour, cast.resident]
      .toSorted((a, b) => a.name_kana.localeCompare(b.name_kana, 'ja'))
      .map(({ name }) => name),
    null,
  ]);
  expect(photo?.peopleCount).toBe(3);
  expect(single?.people).toMatchObject([{ itemId: other.id, residentId: null, leftOut: false }]);
  expect((await readItems(rt, admin, { page: 1 })).count).toBe(4);
  expect((await list({}, otherAdmin)).count).toBe(0);
});

test("in a place's list its own item is in front, with the others", async () => {
  for (const [residentId, id] of [
    [cast.neighbour.id, theirs],
    ['none', hall],
  ] as const) {
    const { items, count } = await list({ residentId });
    expect([items.map((item) => item.id), count]).toEqual([[id], 1]);
    expect(items[0]?.people).toHaveLength(3);
  }
});

test('an item of another day, or deleted, is no part of it', async () => {
  await changeItem(rt, admin, own, { takenOn: '2026-10-01' });
  expect((await peopleIn()).map((ids) => ids.toSorted())).toEqual([
    [theirs, hall].toSorted(),
    [own],
  ]);
  await deleteItem(rt, admin, theirs);
  expect(await peopleIn()).toEqual([[hall], [own]]);
  expect(await peopleIn({ yearMonth: 202609 })).toEqual([]);
});

test('each has its own words, and is left out by itself', async () => {
  await changeItem(rt, admin, own, { caption: '花', leftOut: true });
  const [photo] = (await list()).items;
  const told = new Map(
    photo?.people?.map(({ itemId, caption, leftOut }) => [itemId, [caption, leftOut]]),
  );
  expect(told).toEqual(
    new Map([
      [own, ['花', true]],
      [theirs, ['', false]],
      [hall, ['', false]],
    ]),
  );
});

test('pages are of photos', async () => {
  for (let n = 0; n < PAGE_SIZE; n += 1) {
    const { id } = await makeItem(rt, cast.host.id, {
      residentId: cast.resident.id,
      takenOn: '2026-10-02',
    });
    await copyItem(rt, admin, id, null);
  }
  const pages = [await list(), await list({ page: 2 }), await list({ page: 3 })];
  expect(pages.map(({ items }) => items.length)).toEqual([PAGE_SIZE, 1, 0]);
  expect(pages.map(({ count, lastPage }) => [count, lastPage])).toEqual(
    pages.map(() => [PAGE_SIZE + 1, 2]),
  );
  const ids = pages.flatMap(({ items }) => items.map(({ id }) => id));
  expect(new Set(ids).size).toBe(PAGE_SIZE + 1);
});

test('of a photo of very many some are named, and all counted', async () => {
  for (let n = 3; n <= MAX_PEOPLE_SHOWN; n += 1) {
    const { id } = await makeResident(rt, cast.host.id);
    await copyItem(rt, admin, own, id);
  }
  const [photo] = (await list()).items;
  expect([photo?.people?.length, photo?.peopleCount]).toEqual([30, 31]);
});
