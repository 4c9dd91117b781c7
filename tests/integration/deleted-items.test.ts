import { describe, expect, test } from 'vitest';
import {
  countRestorable,
  readBin,
  readDeletedItems,
  restoreItems,
} from '#domains/item/deleted-items.ts';
import { readCounts, readItems } from '#domains/item/list-items.ts';
import { PAGE_SIZE } from '#domains/item/item-limits.ts';
import { decidePhotos } from '#domains/item/decide-on-photos.ts';
import { readResidentCard } from '#domains/people/read-residents.ts';
import { updateResident } from '#domains/people/change-resident.ts';
import { deleteItem, restoreItem } from '#domains/item/delete-items.ts';
import { maintain } from '#entry/maintenance.ts';
import { castEachTest, rt, cast, admin, general } from '../support/cast-each-test.ts';
import { signedIn } from '../support/cast.ts';
import { DAY } from '../support/clock.ts';
import { makeItem } from '../support/items.ts';
import { jpeg } from '../support/pictures.ts';
import { uploadPhoto } from '../support/uploads.ts';

const MINUTE = 60_000;

castEachTest(['admin', 'general']);

const add = async (residentId: string | null, takenOn = '2026-10-03'): Promise<string> =>
  (await makeItem(rt, cast.host.id, { residentId, takenOn })).id;

const idsIn = async (actor = general, page = 1): Promise<string[]> =>
  (await readDeletedItems(rt, actor, page)).items.map(({ id }) => id);

async function bin(count: number): Promise<string[]> {
  const ids = await Promise.all(Array.from({ length: count }, () => add(null)));
  for (const id of ids) {
    await deleteItem(rt, admin, id);
    rt.clock.advance(MINUTE);
  }
  return ids.reverse();
}

describe('the bin', () => {
  test('shows deleted photos, last first, with the time left to restore them', async () => {
    const [first, second] = [await add(cast.resident.id), await add(null)];
    const { now } = rt.clock;
    const at = now().toISOString();
    await deleteItem(rt, general, first);
    rt.clock.advance(MINUTE);
    await deleteItem(rt, admin, second);
    const { items } = await readDeletedItems(rt, general, 1);
    expect(items.map(({ id }) => id)).toEqual([second, first]);
    expect(items[1]).toMatchObject({
      residentName: cast.resident.name,
      deletedAt: at,
      restorableUntil: new Date(Date.parse(at) + DAY).toISOString(),
    });
    expect(await countRestorable(rt, general)).toBe(2);
  });

  test('has pages; past the end it is empty', async () => {
    const ids = await bin(PAGE_SIZE + 2);
    expect(await idsIn()).toEqual(ids.slice(0, PAGE_SIZE));
    expect(await idsIn(general, 2)).toEqual(ids.slice(PAGE_SIZE));
    expect(await idsIn(general, 3)).toEqual([]);
    expect((await readBin(rt, general, 1)).hasMore).toBe(true);
    expect((await readBin(rt, general, 2)).hasMore).toBe(false);
  });

  test('forgets after 24 hours to the millisecond, even before the sweep', async () => {
    const id = await add(null);
    await deleteItem(rt, general, id);
    rt.clock.advance(DAY);
    await maintain(rt);
    expect(await idsIn()).toEqual([id]);
    rt.clock.advance(1);
    expect(await idsIn()).toEqual([]);
    expect(await countRestorable(rt, general)).toBe(0);
    await expect(restoreItem(rt, general, id)).rejects.toMatchObject({
      status: 404,
      message: expect.stringContaining('24時間') as string,
    });
    await maintain(rt);
    await expect(restoreItem(rt, general, id)).rejects.toMatchObject({ status: 404 });
  });

  test('is separate for each facility', async () => {
    const [id = ''] = await bin(1);
    const other = await signedIn(rt, cast.otherAdmin);
    expect(await idsIn(other)).toEqual([]);
    expect(await countRestorable(rt, other)).toBe(0);
    const restore = (one: string) => restoreItem(rt, other, one);
    await expect(restoreItems([id], restore)).rejects.toMatchObject({ status: 404 });
    expect(await idsIn()).toEqual([id]);
  });
});

describe('restoring', () => {
  test('returns a photo to list and counts', async () => {
    const id = await add(cast.resident.id);
    const query = { yearMonth: 202610, page: 1 };
    const [list, counts] = [
      await readItems(rt, general, query),
      await readCounts(rt, general, 202610),
    ];
    await deleteItem(rt, general, id);
    expect((await readItems(rt, general, query)).count).toBe(list.count - 1);
    await restoreItem(rt, general, id);
    expect(await readItems(rt, general, query)).toEqual(list);
    expect(await readCounts(rt, general, 202610)).toEqual(counts);
    expect(await idsIn()).toEqual([]);
  });

  test('several does what it can, and says why the rest failed', async () => {
    const bytes = await jpeg();
    const twin = await uploadPhoto(rt, general, { bytes });
    await deleteItem(rt, general, twin.id);
    await uploadPhoto(rt, general, { bytes });
    const ids = [...(await bin(2)), twin.id, 'AAAAAAAAAAAAAAAA'];
    const { restored, refusals } = await restoreItems(ids, (id) => restoreItem(rt, general, id));
    expect(restored).toBe(2);
    expect(refusals).toEqual([
      expect.stringContaining('もう一度追加されています'),
      expect.stringContaining('24時間'),
    ]);
    expect(await idsIn()).toEqual([twin.id]);
  });

  test('says of a photo in a published letter that families see it at once', async () => {
    for (const day of ['2026-10-03', '2026-09-30']) {
      await deleteItem(rt, general, await add(cast.resident.id, day));
    }
    const { photos } = await readBin(rt, general, 1);
    expect(Object.fromEntries(photos.map(({ item, isOut }) => [item.yearMonth, isOut]))).toEqual({
      202610: false,
      202609: true,
    });
  });
});

describe('a resident whose consent was withdrawn', () => {
  const isUndecided = async (): Promise<boolean> =>
    (await readResidentCard(rt, admin, cast.resident.id)).isUndecided;
  const withdraw = () => updateResident(rt, admin, cast.resident.id, { photoConsent: false });

  test.each(['choose', 'keep'] as const)(
    'a photo restored after 「%s」 is hidden from families until decided again',
    async (decision) => {
      const [chosen, kept] = [await add(cast.resident.id), await add(cast.resident.id)];
      if (decision === 'keep') await deleteItem(rt, general, chosen);
      await withdraw();
      await decidePhotos(rt, admin, cast.resident.id, { decision, itemIds: [chosen] });
      expect(await isUndecided()).toBe(false);
      const [binned] = (await readBin(rt, general, 1)).photos;
      expect(binned).toMatchObject({ isHidden: true, isOut: false });
      await restoreItem(rt, general, chosen);
      expect(await isUndecided()).toBe(true);
      expect((await readItems(rt, general, { page: 1 })).items.map(({ id }) => id)).toContain(kept);
    },
  );

  test('with consent, needs no decision', async () => {
    const id = await add(cast.resident.id);
    await deleteItem(rt, general, id);
    await restoreItem(rt, general, id);
    expect(await isUndecided()).toBe(false);
  });

  test('having left, gets a photo back as it was', async () => {
    const id = await add(cast.resident.id);
    await deleteItem(rt, general, id);
    await updateResident(rt, admin, cast.resident.id, { leftOn: '2026-10-16' });
    expect(await restoreItem(rt, general, id)).toMatchObject({ residentId: cast.resident.id });
    expect(await isUndecided()).toBe(false);
  });
});
