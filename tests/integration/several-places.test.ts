import { beforeEach, describe, expect, test } from 'vitest';
import { createItems } from '#domains/item/create-items.ts';
import { copyItems } from '#domains/item/item-place.ts';
import { CopyInput, CreateItemInput } from '#domains/item/item.ts';
import { updateResident } from '#domains/people/change-resident.ts';
import { deleteItem } from '#domains/item/delete-items.ts';
import { castEachTest, rt, cast, general as actor } from '../support/cast-each-test.ts';
import { signedIn } from '../support/cast.ts';
import { makeResident } from '../support/factories.ts';
import { jpeg } from '../support/pictures.ts';
import { drainJobs, upload, uploadPhoto } from '../support/uploads.ts';
/** Three residents. */
let ids: string[];

castEachTest(['general']);
beforeEach(async () => {
  const third = await makeResident(rt, cast.host.id);
  ids = [cast.resident.id, cast.neighbour.id, third.id];
});

const blobOf = async (bytes?: Buffer) =>
  (await upload(rt, actor, bytes ?? (await jpeg()))).signed_id;
const create = (blob: string, residentIds = ids) =>
  createItems(rt, actor, { residentIds, caption: '芋ほり', blob });
const residentIdsOf = (items: { residentId: string | null }[]) =>
  items.map(({ residentId }) => residentId).sort();
const rows = () => rt.db.selectFrom('items').select(['resident_id', 'blob_id']).execute();
const rowsAsItems = async () =>
  (await rows()).map(({ resident_id: residentId }) => ({ residentId }));
const count = async (table: 'blobs' | 'jobs') =>
  (await rt.db.selectFrom(table).selectAll().execute()).length;

describe('one upload for several residents', () => {
  test('is stored once, with an item for each', async () => {
    const items = await create(await blobOf());
    expect(residentIdsOf(items)).toEqual([...ids].sort());
    expect(new Set((await rows()).map(({ blob_id }) => blob_id)).size).toBe(1);
    expect([await count('blobs'), await count('jobs')]).toEqual([1, 1]);
    await drainJobs(rt);
    expect(await create(await blobOf()).then(residentIdsOf)).toEqual([...ids].sort());
  });

  test('is created once, also when it is repeated or sent twice at once', async () => {
    const blob = await blobOf();
    const [a, b] = await Promise.all([create(blob), create(blob)]);
    expect(residentIdsOf(a)).toEqual(residentIdsOf(b));
    expect(residentIdsOf(await create(blob))).toEqual(residentIdsOf(a));
    expect(await rows()).toHaveLength(3);
  });

  test('skips those who have the picture, and is refused if all have it', async () => {
    const bytes = await jpeg();
    await uploadPhoto(rt, actor, { bytes, residentId: ids[0] ?? null });
    expect(residentIdsOf(await create(await blobOf(bytes)))).toEqual(ids.slice(1).sort());
    await expect(create(await blobOf(bytes))).rejects.toMatchObject({ status: 409 });
    expect(await rows()).toHaveLength(3);
  });

  test('counts a place as there that got the picture at the same moment', async () => {
    const bytes = await jpeg();
    const [own, blob] = [await blobOf(bytes), await blobOf(bytes)];
    // Whichever comes first: the other finds the picture there.
    const [, several] = await Promise.allSettled([create(own, ids.slice(0, 1)), create(blob)]);
    expect(several.status).toBe('fulfilled');
    expect(residentIdsOf(await rowsAsItems())).toEqual([...ids].sort());
  });

  test.each([
    ['without consent', () => ids[1] ?? '', 422],
    ['of another facility', () => cast.foreignResident.id, 404],
  ])('is for none of them if one is %s', async (_who, other, status) => {
    const admin = await signedIn(rt, cast.admin);
    await updateResident(rt, admin, ids[1] ?? '', { photoConsent: status === 422 ? null : true });
    const creating = create(await blobOf(), [ids[0] ?? '', other()]);
    await expect(creating).rejects.toMatchObject({ status });
    expect(await rows()).toEqual([]);
  });

  test('that was deleted is not created again', async () => {
    const blob = await blobOf();
    for (const { id } of await create(blob)) await deleteItem(rt, actor, id);
    await expect(create(blob)).rejects.toMatchObject({ status: 404 });
  });
});

test('a photo is copied to those who do not have it, at once or not at all', async () => {
  const { id } = await uploadPhoto(rt, actor, { residentId: ids[0] ?? null });
  expect(residentIdsOf(await copyItems(rt, actor, id, ids))).toEqual(ids.slice(1).sort());
  await expect(copyItems(rt, actor, id, ids)).rejects.toMatchObject({ status: 409 });
  const strangers = [cast.foreignResident.id, null];
  await expect(copyItems(rt, actor, id, strangers)).rejects.toMatchObject({ status: 404 });
  expect(await rows()).toHaveLength(3);
});

test.each([
  ['neither', {}, false],
  ['both', { residentId: null, residentIds: ['a'] }, false],
  ['no one', { residentIds: [] }, false],
  ['too many', { residentIds: Array.from({ length: 31 }, String) }, false],
  ['the facility among them', { residentIds: [null] }, false],
  ['one', { residentId: 'a' }, true],
  ['the facility', { residentId: null }, true],
  ['several', { residentIds: ['a', 'b'] }, true],
])('an input with %s', (_what, places, isGood) => {
  expect(CopyInput.safeParse(places).success).toBe(isGood);
  expect(CreateItemInput.safeParse({ ...places, blob: 'b' }).success).toBe(isGood);
});
