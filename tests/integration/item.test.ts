import { beforeEach, describe, expect, test } from 'vitest';
import { copyItem, moveItem } from '#domains/item/item-place.ts';
import { createItem } from '#domains/item/create-items.ts';
import { changeItem } from '#domains/item/change-items.ts';
import { readCounts, readItem } from '#domains/item/list-items.ts';
import type { Actor } from '#domains/account/session/session.ts';
import { deleteItem, restoreItem } from '#domains/item/delete-items.ts';
import { castEachTest, rt, cast, general as actor } from '../support/cast-each-test.ts';
import { signedIn } from '../support/cast.ts';
import { DAY } from '../support/clock.ts';
import { makeResident } from '../support/factories.ts';
import { makeItem } from '../support/items.ts';
import { jpeg } from '../support/pictures.ts';
import { upload, uploadPhoto } from '../support/uploads.ts';
let id: string;

castEachTest(['general']);
beforeEach(async () => {
  const item = await makeItem(rt, cast.host.id, {
    residentId: cast.resident.id,
    takenOn: '2026-10-03',
    caption: '芋掘り',
  });
  id = item.id;
});

describe('changing', () => {
  test('day and caption, each alone or both', async () => {
    expect(await changeItem(rt, actor, id, { caption: '' })).toMatchObject({
      caption: '',
      takenOn: '2026-10-03',
    });
    expect(await changeItem(rt, actor, id, { takenOn: '2026-10-17' })).toMatchObject({
      takenOn: '2026-10-17',
      yearMonth: 202610,
    });
    expect(await changeItem(rt, actor, id, {})).toMatchObject({ takenOn: '2026-10-17' });
  });

  test('never to a future day', async () => {
    await expect(changeItem(rt, actor, id, { takenOn: '2026-10-18' })).rejects.toMatchObject({
      status: 422,
    });
  });
});

describe('deleting', () => {
  test('hides the photo; twice is 404', async () => {
    await deleteItem(rt, actor, id);
    await expect(readItem(rt, actor, id)).rejects.toMatchObject({ status: 404 });
    await expect(deleteItem(rt, actor, id)).rejects.toMatchObject({ status: 404 });
    await expect(changeItem(rt, actor, id, { caption: 'x' })).rejects.toMatchObject({
      status: 404,
    });
  });

  test('can be undone for 24 hours', async () => {
    await deleteItem(rt, actor, id);
    rt.clock.advance(DAY);
    expect((await restoreItem(rt, actor, id)).id).toBe(id);
    expect((await restoreItem(rt, actor, id)).id).toBe(id);
    await deleteItem(rt, actor, id);
    rt.clock.advance(DAY + 1);
    await expect(restoreItem(rt, actor, id)).rejects.toMatchObject({ status: 404 });
  });

  test('allows the same picture again; restoring is then a conflict', async () => {
    const bytes = await jpeg();
    const first = await uploadPhoto(rt, actor, { bytes });
    await deleteItem(rt, actor, first.id);
    await uploadPhoto(rt, actor, { bytes });
    await expect(restoreItem(rt, actor, first.id)).rejects.toMatchObject({ status: 409 });
  });

  test('makes the item of an upload 404, not a second item', async () => {
    const slot = await upload(rt, actor, await jpeg());
    const input = { residentId: null, caption: '', blob: slot.signed_id };
    await deleteItem(rt, actor, (await createItem(rt, actor, input)).id);
    await expect(createItem(rt, actor, input)).rejects.toMatchObject({ status: 404 });
  });
});

describe('moving and copying', () => {
  test('moving changes the resident, and back to facility-wide', async () => {
    expect((await moveItem(rt, actor, id, cast.neighbour.id)).item.residentName).toBe(
      cast.neighbour.name,
    );
    expect((await moveItem(rt, actor, id, null)).item.residentId).toBeNull();
    expect((await moveItem(rt, actor, id, null)).item.id).toBe(id);
  });

  test('copying creates a second item of the same photo', async () => {
    const copy = await copyItem(rt, actor, id, cast.neighbour.id);
    expect(copy.id).not.toBe(id);
    expect(copy).toMatchObject({ caption: '芋掘り', takenOn: '2026-10-03', createdBy: actor.name });
    expect(copy.images).toEqual((await readItem(rt, actor, id)).images);
    expect((await readItem(rt, actor, id)).residentId).toBe(cast.resident.id);
  });

  test('to a place with the same picture: 409', async () => {
    const copy = await copyItem(rt, actor, id, cast.neighbour.id);
    await expect(copyItem(rt, actor, id, cast.neighbour.id)).rejects.toMatchObject({ status: 409 });
    await expect(copyItem(rt, actor, id, cast.resident.id)).rejects.toMatchObject({ status: 409 });
    await expect(moveItem(rt, actor, copy.id, cast.resident.id)).rejects.toMatchObject({
      status: 409,
    });
  });

  test.each([moveItem, copyItem])('without consent: 422; elsewhere: 404 (%o)', async (give) => {
    const silent = await makeResident(rt, cast.host.id, { photo_consent: 0 });
    await expect(give(rt, actor, id, silent.id)).rejects.toMatchObject({ status: 422 });
    await expect(give(rt, actor, id, cast.foreignResident.id)).rejects.toMatchObject({
      status: 404,
    });
  });
});

describe('another facility', () => {
  const everyUse: [string, (other: Actor) => Promise<unknown>][] = [
    ['reads', (other) => readItem(rt, other, id)],
    ['changes', (other) => changeItem(rt, other, id, { caption: 'x' })],
    ['deletes', (other) => deleteItem(rt, other, id)],
    ['restores', (other) => restoreItem(rt, other, id)],
    ['moves', (other) => moveItem(rt, other, id, null)],
    ['copies', (other) => copyItem(rt, other, id, null)],
  ];
  test.each(everyUse)('%s nothing: 404', async (_verb, use) => {
    const before = await readItem(rt, actor, id);
    await expect(use(await signedIn(rt, cast.otherAdmin))).rejects.toMatchObject({ status: 404 });
    expect(await readItem(rt, actor, id)).toEqual(before);
  });

  test('does not count our photos', async () => {
    await makeItem(rt, cast.host.id, { residentId: null, takenOn: '2026-10-01' });
    const other = await signedIn(rt, cast.otherAdmin);
    expect(await readCounts(rt, other, undefined)).toMatchObject({
      allCount: 0,
      residents: [{ id: cast.foreignResident.id, itemsCount: 0 }],
    });
  });
});
