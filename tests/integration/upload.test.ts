import { readdir } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { beforeEach, describe, expect, test } from 'vitest';
import { createItem } from '#domains/item/create-items.ts';
import { MAX_UPLOAD_BYTES } from '#domains/photo/photo-limits.ts';
import { DirectUploadInput } from '#domains/photo/photo.ts';
import { openUploadSlot, receiveUpload } from '#domains/photo/take-in-photo.ts';
import { dataPaths } from '#server/data-folder.ts';
import { castEachTest, rt, cast, general as actor } from '../support/cast-each-test.ts';
import { signedIn } from '../support/cast.ts';
import { MINUTE } from '../support/clock.ts';
import { jpeg, png, vary } from '../support/pictures.ts';
import { makeRuntime } from '../support/runtime.ts';
import { uploadFile } from '../support/stored-files.ts';
import { ORIGIN, announced, md5, sha256, slotOf, upload } from '../support/uploads.ts';
import { parseInput } from '#server/parse-input.ts';
let bytes: Buffer;

castEachTest(['general']);
beforeEach(async () => {
  bytes = await jpeg();
});

const open = (blob = announced(bytes)) => openUploadSlot(rt, actor, { blob }, ORIGIN);
const put = (slot: string, body = bytes, type: string | null = 'image/jpeg') =>
  receiveUpload(rt, slot, type, Readable.from([body]));
const uploads = () => rt.blobs.listUploads();
const stateOf = async (id: string) =>
  (await rt.db.selectFrom('blobs').select('state').where('id', '=', id).executeTakeFirst())?.state;

describe('the slot', () => {
  test('repeats the announcement and says where to upload', async () => {
    const slot = await open();
    expect(slot).toMatchObject({ ...announced(bytes), id: slot.key });
    expect(slot.direct_upload.url).toMatch(
      /^http:\/\/127\.0\.0\.1:4321\/api\/v1\/direct_uploads\//,
    );
    expect(slot.direct_upload.headers).toEqual({ 'Content-Type': 'image/jpeg' });
  });

  test.each([
    ['a film', { content_type: 'video/mp4' }],
    ['a page', { content_type: 'Text/HTML; charset=utf-8' }],
    ['a document', { content_type: 'application/pdf' }],
    ['a label without end', { content_type: `image/${'x'.repeat(2000)}` }],
    ['empty', { byte_size: 0 }],
    ['too large', { byte_size: MAX_UPLOAD_BYTES + 1 }],
    ['part of a byte', { byte_size: 1.5 }],
    ['no checksum', { checksum: 'abc' }],
    ['no name', { filename: ' ' }],
  ])('refuses %s', (_what, change) => {
    const blob = { ...announced(bytes), ...change };
    expect(() => parseInput(DirectUploadInput, { blob })).toThrow(
      expect.objectContaining({ status: 422 }),
    );
  });
});

describe('the bytes', () => {
  test('are on disk, complete, when the response comes', async () => {
    const slot = await open();
    await put(slotOf(slot));
    const stored = await rt.stored.read(uploadFile(slot.id));
    expect(sha256(stored)).toBe(sha256(bytes));
    expect(await stateOf(slot.id)).toBe('stored');
    expect(await readdir(dataPaths(rt.dataDir).temporary)).toEqual([]);
  });

  const wrong: [string, (good: Buffer) => Buffer][] = [
    ['other bytes of the same length', (good) => Buffer.alloc(good.length)],
    ['too few', (good) => good.subarray(1)],
    ['too many', (good) => Buffer.concat([good, Buffer.alloc(1)])],
    ['none', () => Buffer.alloc(0)],
  ];
  test.each(wrong)('refused with 422 and deleted: %s', async (_what, change) => {
    const slot = await open();
    await expect(put(slotOf(slot), change(bytes))).rejects.toMatchObject({ status: 422 });
    expect(await uploads()).toEqual([]);
    expect(await readdir(dataPaths(rt.dataDir).temporary)).toEqual([]);
    expect(await stateOf(slot.id)).toBe('awaiting');
    await put(slotOf(slot));
    expect(await stateOf(slot.id)).toBe('stored');
  });

  test('leave nothing after a broken connection', async () => {
    const slot = await open();
    const body = Readable.from(
      (function* () {
        yield bytes.subarray(0, 10);
        throw new Error('connection lost');
      })(),
    );
    await expect(receiveUpload(rt, slotOf(slot), 'image/jpeg', body)).rejects.toThrow('lost');
    expect(await uploads()).toEqual([]);
    expect(await readdir(dataPaths(rt.dataDir).temporary)).toEqual([]);
  });

  test('cause no error when the client disconnects', async () => {
    const slot = await open();
    // Fails when read: before that, the stream's errors are unhandled.
    const body = new Readable({
      read() {
        this.push(bytes.subarray(0, 10));
        this.destroy(Object.assign(new Error('aborted'), { code: 'ECONNRESET' }));
      },
    });
    const gone = receiveUpload(rt, slotOf(slot), 'image/jpeg', body);
    await expect(gone).rejects.toMatchObject({ status: 400 });
  });

  test('of another type than announced: 415', async () => {
    const slot = await open();
    await expect(put(slotOf(slot), bytes, 'image/png')).rejects.toMatchObject({ status: 415 });
    await expect(put(slotOf(slot), bytes, null)).rejects.toMatchObject({ status: 415 });
  });
});

/** As old phones, mail programs, object stores and shells label a JPEG or PNG. */
const LABELS = [
  ...['image/jpeg', 'image/jpg', 'image/pjpeg', 'image/png', 'image/x-png', 'image/webp'],
  ...['image/heic', 'IMAGE/JPEG', ' Image/Png ; q=1', 'image/*', '*/*', '', 'jpg', 'ＪＰＥＧ'],
  ...['application/octet-stream', 'binary/octet-stream', 'application/x-jpg', 'image/'],
  ...['application/x-download', 'image/jpeg\r\nX-Evil: 1', 'application/force-download'],
];

describe('the content decides, not the label', () => {
  const exchange = async (label: string, picture: Buffer, name = 'IMG_0001.HEIC') => {
    const blob = { ...announced(picture), filename: name, content_type: label };
    const slot = await openUploadSlot(rt, actor, parseInput(DirectUploadInput, { blob }), ORIGIN);
    const { headers } = slot.direct_upload;
    expect(headers['Content-Type']).toMatch(/^[\w*]+\/[\w*-]+$/);
    await put(slotOf(slot), picture, label);
    return createItem(rt, actor, { residentId: null, caption: '', blob: slot.signed_id });
  };

  test.each(LABELS)('a JPEG and a PNG labelled %j are photos', async (label) => {
    const picture = await png({ width: 40, height: 30 });
    expect(await exchange(label, vary(bytes))).toMatchObject({ width: 64, height: 48 });
    expect(await exchange(label, picture, '庭')).toMatchObject({ width: 40, height: 30 });
  });

  test('the headers of the slot are as good as the label itself', async () => {
    const blob = { ...announced(bytes), content_type: ' Image/JPG' };
    const slot = await openUploadSlot(rt, actor, parseInput(DirectUploadInput, { blob }), ORIGIN);
    await put(slotOf(slot), bytes, slot.direct_upload.headers['Content-Type'] ?? null);
    expect(await stateOf(slot.id)).toBe('stored');
  });

  test.each([
    ['GIF', 'GIF89a\x01\x00\x01\x00\x80\x00\x00', 'JPEGかPNG'],
    ['HEIC', '\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'HEIC形式'],
    ['HEIC of an Android phone', '\0\0\0\x18ftypmif1\0\0\0\0heicmiaf', 'HEIC形式'],
    ['AVIF', '\0\0\0\x18ftypavif\0\0\0\0mif1miaf', 'JPEGかPNG'],
    ['AVIF, called HEIF', '\0\0\0\x18ftypmif1\0\0\0\0avifmiaf', 'JPEGかPNG'],
    ['a page', '<html><script>alert(1)</script>', 'JPEGかPNG'],
    ['a film', '\0\0\0\x18ftypmp42\0\0\0\0isommp42', 'JPEGかPNG'],
  ])('%s is refused by a good label, and by its own', async (_what, start, words) => {
    const content = Buffer.concat([Buffer.from(start, 'latin1'), Buffer.alloc(200)]);
    for (const label of ['image/jpeg', 'image/gif', 'image/heic', 'application/octet-stream']) {
      const refused = exchange(label, content, 'IMG_0001.jpg');
      const blob = [expect.stringContaining(words)] as string[];
      await expect(refused).rejects.toMatchObject({ status: 422, errors: { blob } });
    }
    expect(await uploads()).toEqual([]);
  });
});

describe('tampering is impossible (P19)', () => {
  test('a slot works once', async () => {
    const slot = await open();
    await put(slotOf(slot));
    await expect(put(slotOf(slot))).rejects.toMatchObject({ status: 410 });
  });

  test('twice at once: one is accepted, and its bytes stay', async () => {
    const slot = await open();
    const results = await Promise.allSettled([put(slotOf(slot)), put(slotOf(slot))]);
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(await uploads()).toEqual([slot.id]);
  });

  test('a concurrent upload of wrong bytes does not harm the right ones', async () => {
    const slot = await open();
    const body = new Readable({ read: () => undefined });
    const late = receiveUpload(rt, slotOf(slot), 'image/jpeg', body);
    await put(slotOf(slot));
    body.push(Buffer.alloc(bytes.length));
    body.push(null);
    await expect(late).rejects.toMatchObject({ status: expect.any(Number) as number });
    const stored = await rt.stored.read(uploadFile(slot.id));
    expect(md5(stored)).toBe(md5(bytes));
  });

  test('a slot is valid for half an hour', async () => {
    const slot = await open();
    rt.clock.advance(30 * MINUTE + 1);
    await expect(put(slotOf(slot))).rejects.toMatchObject({ status: 410 });
  });

  test('forged and foreign URLs are unknown', async () => {
    const slot = await open();
    const other = await makeRuntime();
    for (const forged of ['', 'x', slot.id, `${slot.id}.${'a'.repeat(22)}`, slot.signed_id]) {
      await expect(put(forged)).rejects.toMatchObject({ status: 404 });
    }
    await expect(
      receiveUpload(other, slotOf(slot), 'image/jpeg', Readable.from([bytes])),
    ).rejects.toMatchObject({ status: 404 });
  });

  test('a signed id is valid for its facility only, and is not a slot URL', async () => {
    const slot = await upload(rt, actor, bytes);
    const stranger = await signedIn(rt, cast.otherAdmin);
    const item = { residentId: null, caption: '' };
    for (const blob of [slotOf(slot), `${slot.id}.${'a'.repeat(22)}`, '']) {
      await expect(createItem(rt, actor, { ...item, blob })).rejects.toMatchObject({ status: 422 });
    }
    await expect(createItem(rt, stranger, { ...item, blob: slot.signed_id })).rejects.toMatchObject(
      { status: 422 },
    );
    expect(await stateOf(slot.id)).toBe('stored');
  });
});
