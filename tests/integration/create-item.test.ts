import { readdir } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { createItem } from '#domains/item/create-items.ts';
import { acceptUpload } from '#domains/photo/take-in-photo.ts';
import { findBlob } from '#domains/photo/photo-rows.ts';
import { dataPaths } from '#server/data-folder.ts';
import { RefusalError } from '#server/image/image-pool.ts';
import { castEachTest, rt, cast, general as actor } from '../support/cast-each-test.ts';
import { signedIn } from '../support/cast.ts';
import { makeResident } from '../support/factories.ts';
import { jpeg, png } from '../support/pictures.ts';
import { drainJobs, upload, uploadPhoto } from '../support/uploads.ts';

castEachTest(['general']);

const TODAY = '2026-10-17';

describe('a new photo', () => {
  test('is in the list at once, with its preview, before its variants are made', async () => {
    const bytes = await jpeg({ width: 120, height: 80 });
    const item = await uploadPhoto(rt, actor, { residentId: cast.resident.id, bytes });
    expect(item).toMatchObject({
      residentId: cast.resident.id,
      residentName: cast.resident.name,
      takenOn: TODAY,
      yearMonth: 202610,
      width: 120,
      height: 80,
      status: 'processing',
      createdBy: cast.general.name,
    });
    expect(item.color).toMatch(/^#[0-9a-f]{6}$/);
    expect(item.images.src).toMatch(/\/360\.webp$/);
  });

  test('has width and height as shown, after EXIF orientation', async () => {
    const bytes = await jpeg({ width: 120, height: 80, orientation: 6 });
    expect(await uploadPhoto(rt, actor, { bytes })).toMatchObject({ width: 80, height: 120 });
  });

  test('the same blob again is the same item, even concurrently', async () => {
    const { signed_id } = await upload(rt, actor, await jpeg());
    const input = { residentId: null, caption: '', blob: signed_id };
    const [a, b] = await Promise.all([createItem(rt, actor, input), createItem(rt, actor, input)]);
    expect(a.id).toBe(b.id);
    expect((await createItem(rt, actor, input)).id).toBe(a.id);
  });

  test('the same blob again, while the first is in progress, returns the first', async () => {
    const { signed_id } = await upload(rt, actor, await jpeg());
    const input = { residentId: null, caption: '', blob: signed_id };
    const preview = async () => {
      await createItem(rt, actor, input);
      await drainJobs(rt); // the uploaded bytes are gone now
      throw Object.assign(new Error('no such file'), { code: 'ENOENT' });
    };
    const slow = { ...rt, images: { ...rt.images, preview } };
    const late = await createItem(slow, actor, input);
    expect(late.id).toBe((await createItem(rt, actor, input)).id);
    expect(late.status).toBe('ready');
  });

  test('wakes the worker after its job is written', async () => {
    let jobs = -1;
    const woken = Promise.withResolvers<undefined>();
    rt.wakeJobs = () => {
      void rt.db
        .selectFrom('jobs')
        .selectAll()
        .execute()
        .then((rows) => {
          jobs = rows.length;
          woken.resolve(undefined);
        });
    };
    await uploadPhoto(rt, actor);
    await woken.promise;
    expect(jobs).toBe(1);
  });
});

describe('the day it was taken', () => {
  const taken = async (takenAt?: string) =>
    (await uploadPhoto(rt, actor, { bytes: await jpeg({ ...(takenAt && { takenAt }) }) })).takenOn;

  test('is the EXIF date if plausible, else today', async () => {
    expect(await taken('2026:10:03 23:59:59')).toBe('2026-10-03');
    expect(await taken()).toBe(TODAY);
    expect(await taken('2000:01:01 00:00:00')).toBe(TODAY);
    expect(await taken('2026:10:18 00:00:00')).toBe(TODAY);
    expect(await taken('0000:00:00 00:00:00')).toBe(TODAY);
  });

  test('is the given day, but never later than today', async () => {
    const bytes = await jpeg({ takenAt: '2026:10:03 10:00:00' });
    expect((await uploadPhoto(rt, actor, { bytes, takenOn: '2026-09-30' })).takenOn).toBe(
      '2026-09-30',
    );
    await expect(uploadPhoto(rt, actor, { takenOn: '2026-10-18' })).rejects.toMatchObject({
      status: 422,
      errors: { takenOn: [expect.any(String)] },
    });
  });

  test('changes at midnight in Tokyo, 15:00 UTC', async () => {
    rt.clock.set('2026-12-31T14:59:59.999Z');
    expect(await taken()).toBe('2026-12-31');
    rt.clock.set('2026-12-31T15:00:00.000Z');
    expect(await taken()).toBe('2027-01-01');
  });
});

describe('refusals', () => {
  test('the same picture in the same place: 409; elsewhere it is accepted', async () => {
    const bytes = await jpeg();
    await uploadPhoto(rt, actor, { residentId: cast.resident.id, bytes });
    await expect(
      uploadPhoto(rt, actor, { residentId: cast.resident.id, bytes }),
    ).rejects.toMatchObject({ status: 409 });
    await uploadPhoto(rt, actor, { residentId: cast.neighbour.id, bytes });
    await uploadPhoto(rt, actor, { residentId: null, bytes });
    await expect(uploadPhoto(rt, actor, { residentId: null, bytes })).rejects.toMatchObject({
      status: 409,
    });
    const stranger = await signedIn(rt, cast.otherAdmin);
    await uploadPhoto(rt, stranger, { residentId: null, bytes });
  });

  test('the same picture in two concurrent uploads: one wins', async () => {
    const bytes = await jpeg();
    const both = await Promise.allSettled([
      uploadPhoto(rt, actor, { bytes }),
      uploadPhoto(rt, actor, { bytes }),
    ]);
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    const failed = both.find(({ status }) => status === 'rejected');
    expect(failed).toMatchObject({ reason: { status: 409 } });
  });

  test('a resident without consent: 422 naming that field only', async () => {
    const silent = await makeResident(rt, cast.host.id, { name: '森 茂', photo_consent: 0 });
    await expect(uploadPhoto(rt, actor, { residentId: silent.id })).rejects.toMatchObject({
      status: 422,
      message: expect.stringContaining('森 茂') as string,
    });
  });

  test('a resident of another facility is unknown', async () => {
    const why = (residentId: string) =>
      uploadPhoto(rt, actor, { residentId }).catch((error: unknown) => error);
    const foreign = await why(cast.foreignResident.id);
    expect(foreign).toMatchObject({ status: 404 });
    expect(foreign).toEqual(await why('unknown'));
  });

  test('a truncated file: 422 with the reason, and nothing is left', async () => {
    const bytes = await png();
    const broken = await upload(rt, actor, bytes.subarray(0, bytes.length - 40));
    const input = { residentId: null, caption: '', blob: broken.signed_id };
    await expect(createItem(rt, actor, input)).rejects.toMatchObject({
      status: 422,
      errors: { blob: [expect.stringContaining('壊れて')] },
    });
    expect(await readdir(dataPaths(rt.dataDir).uploads)).toEqual([]);
    expect(await readdir(dataPaths(rt.dataDir).temporary)).toEqual([]);
    expect(await findBlob(rt.db, broken.id)).toBeUndefined();
  });
});

test('a failing retry never removes the accepted photo', async () => {
  const { signed_id, id } = await upload(rt, actor, await jpeg());
  const stored = await findBlob(rt.db, id);
  if (!stored) throw new Error('no blob');
  await createItem(rt, actor, { residentId: null, caption: '', blob: signed_id });
  await drainJobs(rt);
  const files = await rt.blobs.listPhoto(id);
  const failing = {
    ...rt,
    images: { ...rt.images, preview: () => Promise.reject(new RefusalError('broken', 'hung')) },
  };
  // As if this request had read the row before the other finished.
  await expect(acceptUpload(failing, stored)).rejects.toMatchObject({ status: 422 });
  expect(await rt.blobs.listPhoto(id)).toEqual(files);
  expect((await findBlob(rt.db, id))?.state).toBe('ready');
});
