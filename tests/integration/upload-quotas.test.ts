import { Readable } from 'node:stream';
import { beforeEach, describe, expect, test } from 'vitest';
import { createItem } from '#domains/item/create-items.ts';
import { MAX_UPLOAD_BYTES } from '#domains/photo/photo-limits.ts';
import { openUploadSlot, receiveUpload } from '#domains/photo/take-in-photo.ts';
import { maintain } from '#entry/maintenance.ts';
import { newId } from '#server/secrets.ts';
import { castEachTest, rt, cast, general as actor } from '../support/cast-each-test.ts';
import { signedIn } from '../support/cast.ts';
import { DAY, HOUR, MINUTE } from '../support/clock.ts';
import { jpeg, vary } from '../support/pictures.ts';
import { ORIGIN, announced, slotOf, upload, uploadPhoto } from '../support/uploads.ts';

const GB = 1_000_000_000;
const TOO_MUCH = { status: 429, retryAfter: 30 };
let bytes: Buffer;

castEachTest(['general']);
beforeEach(async () => {
  bytes = await jpeg();
});

const open = (who = actor) => openUploadSlot(rt, who, { blob: announced(bytes) }, ORIGIN);
const openLarge = () =>
  openUploadSlot(rt, actor, { blob: { ...announced(bytes), byte_size: MAX_UPLOAD_BYTES } }, ORIGIN);
const put = (slot: string, body: Readable = Readable.from([bytes])) =>
  receiveUpload(rt, slot, 'image/jpeg', body);

/** Stored uploads that no item has claimed. */
async function leaveUploads(count: number, byteSize: number): Promise<void> {
  const now = rt.clock.now().toISOString();
  const row = {
    ...announced(bytes),
    byte_size: byteSize,
    host_id: actor.host.id,
    state: 'stored' as const,
    sha256: 'x',
    width: null,
    height: null,
    color: null,
    exif_taken_on: null,
    created_by: actor.id,
    created_at: now,
    slot_expires_at: now,
  };
  for (let left = count; left > 0; left -= 100) {
    const rows = Array.from({ length: Math.min(left, 100) }, () => ({ id: newId(), ...row }));
    await rt.db.insertInto('blobs').values(rows).execute();
  }
}

/** Of the largest photos, together 1 GB. */
const LARGEST = 40;

describe('unclaimed uploads', () => {
  test('of 1 GB stop the facility from uploading more, and no other', async () => {
    const early = slotOf(await open());
    await leaveUploads(LARGEST - 1, MAX_UPLOAD_BYTES);
    const last = await upload(rt, actor, bytes);
    await leaveUploads(1, MAX_UPLOAD_BYTES);
    await expect(open()).rejects.toMatchObject(TOO_MUCH);
    await expect(put(early)).rejects.toMatchObject(TOO_MUCH);
    await upload(rt, await signedIn(rt, cast.otherAdmin), bytes);
    // Completed uploads can still be claimed.
    await createItem(rt, actor, { residentId: null, caption: '', blob: last.signed_id });
  });

  test('of a thousand files do too, however small', async () => {
    await leaveUploads(999, 1);
    await upload(rt, actor, bytes);
    await expect(open()).rejects.toMatchObject(TOO_MUCH);
  });

  test('expire after a day', async () => {
    await leaveUploads(LARGEST, MAX_UPLOAD_BYTES);
    await expect(open()).rejects.toMatchObject(TOO_MUCH);
    rt.clock.advance(DAY - MINUTE);
    await maintain(rt);
    await expect(open()).rejects.toMatchObject(TOO_MUCH);
    rt.clock.advance(2 * MINUTE);
    await maintain(rt);
    await upload(rt, actor, bytes);
  });

  test('count from their first byte, also concurrent ones', async () => {
    const slots = [];
    for (let n = 0; n <= LARGEST; n++) slots.push(slotOf(await openLarge()));
    const bodies = slots.map(() =>
      new Readable({ read: () => undefined }).on('error', () => undefined),
    );
    const results = slots.map((slot, n) =>
      put(slot, bodies[n]).then(
        () => 204,
        (error: unknown) => (error as { status?: number }).status,
      ),
    );
    expect(await Promise.race(results)).toBe(429);
    await expect(open()).rejects.toMatchObject(TOO_MUCH);
    for (const body of bodies) {
      body.destroy(Object.assign(new Error('aborted'), { code: 'ECONNRESET' }));
    }
    const statuses = await Promise.all(results);
    expect(statuses.filter((status) => status === 429)).toHaveLength(1);
    // Aborted uploads no longer count.
    await upload(rt, actor, bytes);
  });
});

test('slots are limited per hour and facility', async () => {
  await open();
  await rt.db
    .updateTable('rate_limits')
    .set({ count: 5000 - 1 })
    .execute();
  await open();
  await expect(open()).rejects.toMatchObject({ status: 429, retryAfter: 60 * 60 });
  await open(await signedIn(rt, cast.otherAdmin));
  rt.clock.advance(HOUR);
  await open();
});

test('uploading two hundred photos on a bad connection is never told to wait', async () => {
  const photos = Array.from({ length: 200 }, () => vary(bytes));
  let sent = 0;
  const lose = () =>
    new Readable({
      read() {
        this.destroy(Object.assign(new Error('aborted'), { code: 'ECONNRESET' }));
      },
    });
  /** As the browser does: a new slot after every loss, and the item at once. */
  const sendOne = async (photo: Buffer): Promise<void> => {
    for (let losses = 0; losses < 2; losses++) {
      const slot = await openUploadSlot(rt, actor, { blob: announced(photo) }, ORIGIN);
      await expect(put(slotOf(slot), lose())).rejects.toMatchObject({ status: 400 });
    }
    await uploadPhoto(rt, actor, { bytes: photo });
    sent++;
  };
  const lane = async (): Promise<void> => {
    for (let photo = photos.pop(); photo; photo = photos.pop()) await sendOne(photo);
  };
  await Promise.all([lane(), lane(), lane()]);
  expect(sent).toBe(200);
});

describe("a plan's storage", () => {
  const setHost = (set: { plan?: string | null; trial_ends_at?: string; stored_bytes: number }) =>
    rt.db.updateTable('hosts').set(set).where('id', '=', actor.host.id).execute();
  const FULL = { status: 422, message: expect.stringContaining('いっぱい') as string };

  test('may be exceeded by a tenth, and is then full, with advice', async () => {
    await setHost({ plan: 'small', stored_bytes: 22 * GB - bytes.length });
    await open();
    await setHost({ plan: 'small', stored_bytes: 22 * GB - bytes.length + 1 });
    await expect(open()).rejects.toMatchObject(FULL);
    await expect(open()).rejects.toThrow('プランの変更');
    await setHost({ plan: 'standard', stored_bytes: 22 * GB });
    await open();
  });

  test('includes accepted photos that are not processed yet', async () => {
    await setHost({ plan: 'small', stored_bytes: 22 * GB - 2 * bytes.length });
    await leaveUploads(2, bytes.length);
    await open();
    await rt.db.updateTable('blobs').set({ state: 'accepted' }).execute();
    await expect(open()).rejects.toMatchObject(FULL);
  });

  test("is the smallest plan's during a trial, whichever was chosen", async () => {
    const trial = { plan: 'large', trial_ends_at: '2026-11-01T00:00:00.000Z' };
    await setHost({ ...trial, stored_bytes: 22 * GB });
    await expect(open()).rejects.toThrow('お試しの写真の容量（20GB）');
  });

  test('is unlimited for a facility of the operator without a plan', async () => {
    await setHost({ plan: null, stored_bytes: 900 * GB });
    await expect(open()).resolves.toBeDefined();
  });

  test('on the disk itself is withheld from trials first', async () => {
    rt.blobs.roomForTrials = () => Promise.resolve(bytes.length - 1);
    await open();
    await setHost({ trial_ends_at: '2026-11-01T00:00:00.000Z', stored_bytes: 0 });
    await expect(open()).rejects.toMatchObject({ status: 507 });
  });
});
