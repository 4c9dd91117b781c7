import { describe, expect, test } from 'vitest';
import { createItem } from '#domains/item/create-items.ts';
import {
  mayFamilySeePhoto,
  mayStaffSeePhoto,
  familyPhotoAddresses,
} from '#domains/letter/photo-access.ts';
import { recoverPhotos, removeUnclaimedPhotos } from '#domains/photo/make-sizes.ts';
import { findBlob } from '#domains/photo/photo-rows.ts';
import { PHOTO_FILES } from '#domains/photo/photo.ts';
import { PREVIEW } from '#lib/picture-recipe.ts';
import { createResident } from '#domains/people/read-residents.ts';
import { updateResident } from '#domains/people/change-resident.ts';
import { CreateResidentInput } from '#domains/people/resident.ts';
import { deleteItem, forgetDeletedItems } from '#domains/item/delete-items.ts';
import { castEachTest, rt, cast, admin, otherAdmin as other } from '../support/cast-each-test.ts';
import { DAY } from '../support/clock.ts';
import { jpeg } from '../support/pictures.ts';
import { drainJobs, upload, uploadPhoto, renderPhoto } from '../support/uploads.ts';

castEachTest(['admin', 'otherAdmin']);

const send = async (actor = admin, bytes?: Buffer) =>
  upload(rt, actor, bytes ?? (await jpeg({ width: 800, height: 800, gps: true })));
const give = (portrait: string | null, id = cast.resident.id) =>
  updateResident(rt, admin, id, { portrait });
const stateOf = async (id: string) => (await findBlob(rt.db, id))?.state;
const REFUSED = { status: 422, errors: { portrait: [expect.any(String)] } };

describe('a portrait', () => {
  test('is visible to staff at once, gets its files, and loses its upload', async () => {
    const slot = await send();
    const { portraitUrl } = await give(slot.signed_id);
    expect(portraitUrl).toBe(`/photos/staff/${slot.id}/${PREVIEW}`);
    expect(await rt.blobs.listPhoto(slot.id)).toEqual([PREVIEW]);
    await drainJobs(rt);
    expect((await rt.blobs.listPhoto(slot.id)).sort()).toEqual([...PHOTO_FILES].sort());
    expect(await rt.blobs.listUploads()).toEqual([]);
  });

  test('may come with a new resident', async () => {
    const slot = await send();
    const input = CreateResidentInput.parse({ name: '高橋', portrait: slot.signed_id });
    expect((await createResident(rt, admin, input)).portraitUrl).toContain(slot.id);
  });

  test('is not accessible to families and other facilities', async () => {
    const slot = await send();
    await give(slot.signed_id);
    const link = {
      familyId: cast.family.id,
      residentToken: cast.resident.token,
      familyToken: cast.family.token,
    };
    const signature = familyPhotoAddresses(rt.secrets, link)(slot.id)(PREVIEW).split('/')[5] ?? '';
    expect(await mayFamilySeePhoto(rt, cast.family.id, slot.id, signature)).toBe(false);
    expect(await mayStaffSeePhoto(rt, admin, slot.id)).toBe(true);
    expect(await mayStaffSeePhoto(rt, other, slot.id)).toBe(false);
  });

  test('submitted twice is the same portrait', async () => {
    const slot = await send();
    await give(slot.signed_id);
    expect((await give(slot.signed_id)).portraitUrl).toContain(slot.id);
    await drainJobs(rt);
    expect((await give(slot.signed_id)).portraitUrl).toContain(slot.id);
    expect(await stateOf(slot.id)).toBe('ready');
  });

  test('stays when unclaimed uploads are deleted, and after a crash', async () => {
    const slot = await send();
    await give(slot.signed_id);
    rt.clock.advance(2 * DAY);
    await removeUnclaimedPhotos(rt);
    await recoverPhotos(rt);
    await drainJobs(rt);
    expect(await stateOf(slot.id)).toBe('ready');
  });
});

describe('replacing a portrait', () => {
  test('deletes the old files, and those of its upload', async () => {
    const first = await send();
    await give(first.signed_id);
    const second = await send();
    await give(second.signed_id);
    expect(await stateOf(first.id)).toBeUndefined();
    expect(await rt.blobs.listPhoto(first.id)).toEqual([]);
    expect(await rt.blobs.listUploads()).toEqual([second.id]);
    await drainJobs(rt);
    expect(await rt.blobs.listPhoto(first.id)).toEqual([]);
    expect(await give(null)).toMatchObject({ portraitUrl: null });
    expect(await stateOf(second.id)).toBeUndefined();
    expect(await rt.blobs.listPhoto(second.id)).toEqual([]);
  });

  test.each(['before', 'after'])(
    'while its variants are being made (%s) leaves nothing behind',
    async (when) => {
      const first = await send();
      await give(first.signed_id);
      const variants: typeof rt.images.variants = async (...args) => {
        if (when === 'before') await give(null);
        await rt.images.variants(...args);
        if (when === 'after') await give(null);
      };
      await renderPhoto({ ...rt, images: { ...rt.images, variants } }, first.id);
      expect(await stateOf(first.id)).toBeUndefined();
      expect(await rt.blobs.listPhoto(first.id)).toEqual([]);
      expect(await rt.blobs.listUploads()).toEqual([]);
    },
  );
});

describe('invalid portraits', () => {
  test('a broken picture is refused with its reason, and deleted', async () => {
    const slot = await send(admin, Buffer.from('no picture at all'));
    await expect(give(slot.signed_id)).rejects.toMatchObject({
      ...REFUSED,
      message: expect.stringContaining('形式') as string,
    });
    expect(await stateOf(slot.id)).toBeUndefined();
    expect(await rt.blobs.listUploads()).toEqual([]);
  });

  test('an upload of another facility, or none at all', async () => {
    const foreign = await send(other);
    const answers = await Promise.all(
      [foreign.signed_id, 'x.y', `${foreign.id}.wrong`].map((id) =>
        give(id).catch((error: unknown) => (error as Error).message),
      ),
    );
    expect(new Set(answers).size).toBe(1);
    expect(await stateOf(foreign.id)).toBe('stored');
  });

  test("a photo that an item shows, or another resident's portrait", async () => {
    const slot = await send();
    const { id } = await createItem(rt, admin, {
      residentId: null,
      caption: '',
      blob: slot.signed_id,
    });
    await expect(give(slot.signed_id)).rejects.toMatchObject(REFUSED);
    const face = await send();
    await give(face.signed_id);
    await expect(give(face.signed_id, cast.neighbour.id)).rejects.toMatchObject(REFUSED);
    const item = { residentId: null, caption: '', blob: face.signed_id };
    await expect(createItem(rt, admin, item)).rejects.toMatchObject({ status: 422 });
    await deleteItem(rt, admin, id);
    rt.clock.advance(2 * DAY);
    await forgetDeletedItems(rt);
    await removeUnclaimedPhotos(rt);
    expect([await stateOf(slot.id), await stateOf(face.id)]).toEqual([undefined, 'accepted']);
  });

  test('a refused portrait changes nothing else of the resident', async () => {
    await expect(
      updateResident(rt, admin, cast.resident.id, { name: '別の名', portrait: 'x.y' }),
    ).rejects.toMatchObject(REFUSED);
    const { name } = await rt.db
      .selectFrom('residents')
      .select('name')
      .where('id', '=', cast.resident.id)
      .executeTakeFirstOrThrow();
    expect(name).toBe('田中 ウメ');
    expect((await uploadPhoto(rt, admin)).status).toBe('processing');
  });
});
