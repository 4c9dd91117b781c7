import { beforeEach, describe, expect, test } from 'vitest';
import { readHistory } from '#domains/dashboard/history/read-history.ts';
import { readBin, restoreItems } from '#domains/item/deleted-items.ts';
import { copyItem } from '#domains/item/item-place.ts';
import { deleteAndTell, deleteEverywhere, restoreTogether } from '#domains/item/together.ts';
import { changeItem } from '#domains/item/change-items.ts';
import { deleteItem, restoreItem } from '#domains/item/delete-items.ts';
import { castEachTest, rt, cast, admin } from '../support/cast-each-test.ts';
import { signedIn } from '../support/cast.ts';
import { DAY, MINUTE } from '../support/clock.ts';
import { readEvents } from '../support/events.ts';
import { makeResident } from '../support/factories.ts';
import { makeItem } from '../support/items.ts';
import { makePhotoOfSeveral } from '../support/photo-of-several.ts';
/** Of one photo: of two residents, and facility-wide. */
let [own, theirs, hall] = ['', '', ''];

castEachTest(['admin']);
beforeEach(async () => {
  [own, theirs, hall] = await makePhotoOfSeveral(rt, cast, admin);
});

const living = async (): Promise<string[]> => {
  const rows = await rt.db
    .selectFrom('items')
    .select('id')
    .where('id', 'in', [own, theirs, hall])
    .where('deleted_at', 'is', null)
    .execute();
  return rows.map(({ id }) => id).sort();
};
const all = () => [own, theirs, hall].sort();
const ids = (items: readonly { id: string }[]) => items.map(({ id }) => id).sort();
const remove = (id: string, together = true) => deleteAndTell(rt, admin, id, { together });

describe('deleting', () => {
  test('one says who still has the photo', async () => {
    const { items, others } = await remove(own, false);
    expect(ids(items)).toEqual([own]);
    expect(others.map(({ residentName }) => residentName)).toEqual([cast.neighbour.name, null]);
    expect(await living()).toEqual([theirs, hall].sort());
  });

  test('all takes the photo from everyone on that day, in one act', async () => {
    const { items, others } = await remove(theirs);
    expect([ids(items), others]).toEqual([all(), []]);
    expect(new Set(items.map(({ deletedAt }) => deletedAt)).size).toBe(1);
    expect(await living()).toEqual([]);
    const events = await readEvents(rt);
    expect(events.map(({ action }) => action)).toEqual(['photo.deleted_together']);
    const { days } = await readHistory(rt, admin, { page: 1, staffId: null, kind: null });
    const said = days[0]?.lines[0]?.text ?? '';
    expect(said).toContain('写真を、いっしょに削除しました');
    for (const name of [cast.resident.name, cast.neighbour.name, '施設全体'])
      expect(said).toContain(name);
  });

  test('all leaves the same photo of another day, and names who has it', async () => {
    await changeItem(rt, admin, hall, { takenOn: '2026-10-04' });
    const { items, others } = await remove(own);
    expect([ids(items), ids(others)]).toEqual([[own, theirs].sort(), [hall]]);
  });

  test('of a photo that is gone, or of another facility: nothing', async () => {
    await remove(own, false);
    const foreign = await signedIn(rt, cast.otherAdmin);
    for (const refused of [remove(own), deleteAndTell(rt, foreign, hall, { together: true })])
      await expect(refused).rejects.toMatchObject({ status: 404 });
    expect(await living()).toEqual([theirs, hall].sort());
  });

  test('an answer for one alone says which letter it joins', async () => {
    const of = { residentId: cast.resident.id, takenOn: '2026-10-04', isHeld: true };
    const { id } = await makeItem(rt, cast.host.id, of);
    await changeItem(rt, admin, id, { held: false, together: true });
    const { days } = await readHistory(rt, admin, { page: 1, staffId: null, kind: null });
    expect(days[0]?.lines[0]?.text).toContain('写真1枚を、2026年10月号に載せることにしました');
  });

  test('one alone is an event of one photo', async () => {
    const alone = await makeItem(rt, cast.host.id, { residentId: null, takenOn: '2026-10-03' });
    await remove(alone.id);
    expect((await readEvents(rt)).map(({ action }) => action)).toEqual(['photo.deleted']);
  });
});

describe('restoring', () => {
  test('all brings back everyone’s, in one act', async () => {
    await deleteItem(rt, admin, own);
    rt.clock.advance(MINUTE);
    await remove(theirs);
    expect(ids(await restoreTogether(rt, admin, hall))).toEqual(all());
    expect(await living()).toEqual(all());
    expect((await readEvents(rt)).at(-1)?.action).toBe('photo.restored_together');
    expect(await restoreTogether(rt, admin, hall)).toEqual([]);
  });

  test('what an act took brings back nothing that was deleted before', async () => {
    await deleteItem(rt, admin, hall);
    rt.clock.advance(MINUTE);
    const { items } = await remove(own, false);
    rt.clock.advance(MINUTE);
    await remove(theirs);
    const deletedSince = items[0]?.deletedAt;
    expect(ids(await restoreTogether(rt, admin, theirs, { deletedSince }))).toEqual(
      [own, theirs].sort(),
    );
    expect(await living()).toEqual([own, theirs].sort());
  });

  test('is refused as a whole where the photo was added again, naming for whom', async () => {
    await remove(own);
    rt.clock.advance(MINUTE);
    const { picture } = await rt.db
      .selectFrom('items')
      .select('picture')
      .where('id', '=', own)
      .executeTakeFirstOrThrow();
    await makeItem(rt, cast.host.id, {
      residentId: cast.neighbour.id,
      takenOn: '2026-10-03',
      picture,
    });
    await expect(restoreTogether(rt, admin, own)).rejects.toMatchObject({
      status: 409,
      message: expect.stringContaining(cast.neighbour.name) as string,
    });
    expect(await living()).toEqual([]);
    await restoreItem(rt, admin, own);
    expect(await living()).toEqual([own]);
  });

  test('gives each place one, also if it was copied and deleted there twice', async () => {
    await deleteItem(rt, admin, theirs);
    rt.clock.advance(MINUTE);
    const again = await copyItem(rt, admin, own, cast.neighbour.id);
    await remove(own);
    expect(ids(await restoreTogether(rt, admin, own))).toEqual([own, again.id, hall].sort());
  });

  test('ends after 24 hours', async () => {
    await remove(own);
    rt.clock.advance(DAY + 1);
    await expect(restoreTogether(rt, admin, own)).rejects.toMatchObject({ status: 404 });
    expect(await living()).toEqual([]);
  });
});

describe('the bin', () => {
  test('says who still has a photo, and takes it from them too', async () => {
    await deleteItem(rt, admin, own);
    const [binned] = (await readBin(rt, admin, 1)).photos;
    expect([ids(binned?.remaining ?? []), binned?.goneToo]).toEqual([[theirs, hall].sort(), []]);
    const gone = await deleteEverywhere(rt, admin, { ids: [theirs] });
    expect(gone).toEqual({ changed: 2 });
    const { photos } = await readBin(rt, admin, 1);
    expect(photos.map(({ remaining, goneToo }) => [remaining.length, goneToo.length])).toEqual([
      [0, 2],
      [0, 2],
      [0, 2],
    ]);
  });

  test('shows a photo once, as it was deleted last, and gives it back to all', async () => {
    await deleteItem(rt, admin, own);
    rt.clock.advance(MINUTE);
    const alone = await makeItem(rt, cast.host.id, { residentId: null, takenOn: '2026-10-03' });
    await deleteItem(rt, admin, alone.id);
    rt.clock.advance(MINUTE);
    await deleteItem(rt, admin, theirs);
    const { photos } = await readBin(rt, admin, 1, { isOnce: true });
    expect(photos.map(({ item, goneToo }) => [item.id, ids(goneToo)])).toEqual([
      [theirs, [own]],
      [alone.id, []],
    ]);
    const bin = photos.map(({ item }) => item.id);
    const back = await restoreItems(bin, (id) => restoreTogether(rt, admin, id));
    expect(back).toEqual({ restored: 2, refusals: [] });
    expect(await living()).toEqual(all());
  });

  test('does not mix photos', async () => {
    const other = await makeResident(rt, cast.host.id);
    const alone = await makeItem(rt, cast.host.id, {
      residentId: other.id,
      takenOn: '2026-10-03',
    });
    await deleteItem(rt, admin, alone.id);
    await deleteItem(rt, admin, own);
    const { photos } = await readBin(rt, admin, 1);
    const binned = photos.find(({ item }) => item.id === alone.id);
    expect([binned?.remaining, binned?.goneToo]).toEqual([[], []]);
  });
});
