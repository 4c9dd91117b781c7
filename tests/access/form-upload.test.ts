import { readdir } from 'node:fs/promises';
import type { Socket } from 'node:net';
import { connect } from 'node:net';
import { describe, expect, test } from 'vitest';
import { FORM_UPLOAD } from '#domains/item/item-limits.ts';
import { MAX_UPLOAD_BYTES } from '#domains/photo/photo-limits.ts';
import { BREAK } from '#lib/break.ts';
import { paths } from '#lib/paths.ts';
import { dataPaths } from '#server/data-folder.ts';
import { makeResident } from '../support/factories.ts';
import { call, json, signIn } from '../support/http.ts';
import { jpeg, png, vary } from '../support/pictures.ts';
import type { PostedFile } from '../support/posted-photos.ts';
import { FORM_TYPE, postForm, postedForm } from '../support/posted-photos.ts';
import type { Who } from './site.ts';
import { useSite } from './site.ts';

/** Photos by a plain form, for phones without our scripts (docs/browsers.md). */
const site = useSite();
const picture = await jpeg({ width: 900, height: 700 });
const heic = Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1');
const photo = (name = '庭.jpg'): PostedFile => ({ name, bytes: vary(picture) });

const send = (who: Who, place: string | null, files: readonly PostedFile[]) =>
  site().ask(who, paths.uploadForm, postForm(postedForm(place === null ? {} : { place }, files)));

async function newResident(photoConsent: 1 | 0 = 1): Promise<string> {
  const { factory, world } = site();
  return (await makeResident(factory, world.cast.host.id, { photo_consent: photoConsent })).id;
}

const itemsOf = async (residentId: string): Promise<number> => {
  const rows = site().factory.db.selectFrom('items').where('resident_id', '=', residentId);
  return (await rows.select('id').execute()).length;
};

const expectNothingBehind = () =>
  expect.poll(() => readdir(dataPaths(site().dataDir).temporary)).toEqual([]);

test('says of each file what became of it', async () => {
  const id = await newResident();
  const [first, second] = [photo(), photo()];
  const files = [
    first,
    second,
    first,
    { name: 'image.png', type: 'image/png', bytes: await png({ width: 50, height: 40 }) },
    // By its content, however an old phone labels it.
    { ...photo(), type: 'application/octet-stream' },
    { ...photo('IMG_0001.HEIC'), type: 'image/heic' },
    { ...photo('photo.png'), type: 'image/x-png' },
    { ...photo('photo'), type: 'text/plain' },
    { name: '予定<b>.heic', type: 'image/jpeg', bytes: heic },
    { name: 'moving.jpg', bytes: Buffer.from('GIF89a') },
    { name: 'empty.jpg', bytes: Buffer.alloc(0) },
    { name: 'large.jpg', bytes: Buffer.alloc(MAX_UPLOAD_BYTES + 1, picture) },
    { name: 'broken.jpg', bytes: picture.subarray(0, picture.length >> 1) },
  ];
  const { status, text } = await send('general', id, files);
  expect(status).toBe(200);
  expect(text).toContain('7枚を追加しました・1枚は登録済みでした・5枚は追加できませんでした');
  for (const words of [
    '予定&lt;b&gt;.heic：HEIC形式は送れません',
    'moving.jpg：この形式は送れません',
    'empty.jpg：空のファイルです',
    'large.jpg：写真は25MBまでです',
    'broken.jpg：写真のデータが壊れているようです',
  ]) {
    expect(text.replaceAll(/\s+/g, '')).toContain(words);
  }
  expect(await itemsOf(id)).toBe(7);
  await expectNothingBehind();

  // Sent once more, as by reloading the answer.
  const again = await send('general', id, [first, second]);
  expect(again.text).toContain('2枚は登録済みでした');
  expect(await itemsOf(id)).toBe(7);
});

test('asks who is on photos of the whole facility', async () => {
  const { factory, world } = site();
  const { name } = await makeResident(factory, world.cast.host.id, { photo_consent: 0 });
  const { text } = await site().ask('general', paths.uploadForm);
  expect(text.replaceAll(BREAK, '')).toMatch(
    new RegExp(
      `施設全体の写真のときは、載せない方：\\d+人.*写っていませんか[^]*載せない方：[^<]*${name}`,
    ),
  );
});

test('takes thirty, and says that more are to be sent again', async () => {
  const id = await newResident();
  const files = Array.from({ length: FORM_UPLOAD.files + 2 }, (_, at) => photo(`${at}.jpg`));
  const { status, text } = await send('general', id, files);
  expect(status).toBe(200);
  expect(text).toContain(`${FORM_UPLOAD.files}枚を追加しました`);
  expect(text).toContain('残りの写真は、もう一度送ってください');
  expect(await itemsOf(id)).toBe(FORM_UPLOAD.files);
});

describe('keeps nothing', () => {
  const cases: [string, number, Who, () => Promise<string | null> | string | null, boolean][] = [
    ['without a place', 422, 'general', () => null, true],
    ['without a file', 422, 'general', () => newResident(), false],
    ['for a resident without a yes', 422, 'general', () => newResident(0), true],
    ['for an unknown resident', 404, 'general', () => 'AAAAAAAAAAAAAAAA', true],
    ["for another facility's resident", 404, 'other', () => newResident(), true],
  ];
  test.each(cases)('%s: %i', async (_what, status, who, place, hasFile) => {
    const before = await countItems();
    // A browser sends an empty part where nothing was chosen.
    const files = hasFile ? [photo()] : [{ name: '', bytes: Buffer.alloc(0) }];
    const answer = await send(who, await place(), files);
    expect(answer.status).toBe(status);
    expect(answer.text).toMatch(/role="alert"/);
    expect(await countItems()).toBe(before);
    await expectNothingBehind();
  });

  test.each<[Who, string]>([
    ['anonymous', paths.login],
    ['inactive', paths.price],
  ])('of %s, who is led elsewhere', async (who, to) => {
    const before = await countItems();
    const { status, headers } = await send(who, 'none', [photo()]);
    expect([status, headers.location]).toEqual([302, to]);
    expect(await countItems()).toBe(before);
  });

  test('from another site, announced too long, of another type, or as an action', async () => {
    const { bearer } = site().signed.general;
    const body = postedForm({ place: 'none' }, [photo()]);
    const ask = (path: string, headers: Record<string, string | number>, sent = body) =>
      site().ask('anonymous', path, postForm(sent, { Authorization: bearer, ...headers }));
    const before = await countItems();
    const foreign = await ask(paths.uploadForm, { Origin: 'https://example.com' });
    expect(foreign.status).toBe(403);
    const long = await ask(paths.uploadForm, { 'Content-Length': FORM_UPLOAD.bytes + 1 });
    expect(long.status).toBe(413);
    const other = await ask(paths.uploadForm, { 'Content-Type': 'text/plain' });
    expect(other.status).toBe(415);
    const unbound = await ask(paths.uploadForm, { 'Content-Type': 'multipart/form-data' });
    expect(unbound.status).toBe(415);
    // Its whole body would be in memory.
    const filled = postedForm({ place: 'none' }, [{ name: 'x', bytes: Buffer.alloc(300_000) }]);
    const action = await ask(`${paths.uploadForm}?_action=photos.restore`, {}, filled);
    expect(action.status).toBe(413);
    expect(await countItems()).toBe(before);
  });
});

/** Sends a form but for its end, until one photo is there. */
async function sendHalf(bearer: string, id: string): Promise<{ rest: Buffer; socket: Socket }> {
  const body = postedForm({ place: id }, [photo(), photo(), photo()]);
  const { hostname, port } = new URL(site().server.url);
  const socket = connect(Number(port), hostname);
  const head = [
    `POST ${paths.uploadForm} HTTP/1.1`,
    `Host: ${hostname}:${port}`,
    `Authorization: ${bearer}`,
    `Content-Type: ${FORM_TYPE}`,
    `Content-Length: ${body.length}`,
    'Connection: close',
  ];
  socket.write(`${head.join('\r\n')}\r\n\r\n`);
  const half = body.length >> 1;
  socket.write(body.subarray(0, half));
  await expect.poll(() => itemsOf(id)).toBe(1);
  return { rest: body.subarray(half), socket };
}

test('keeps what had arrived when the line breaks, and nothing half', async () => {
  const id = await newResident();
  const { socket } = await sendHalf(site().signed.general.bearer, id);
  socket.destroy();
  await expectNothingBehind();
  expect(await itemsOf(id)).toBe(1);
});

test('ends with the session', async () => {
  const id = await newResident();
  const { url } = site().server;
  const own = await signIn(url, site().world.cast.general.email);
  const { rest, socket } = await sendHalf(own.bearer, id);
  const { bearer, refreshToken } = own;
  const out = json({ refresh_token: refreshToken }, { Authorization: bearer });
  expect((await call(url, paths.api.logout, out)).status).toBeLessThan(300);
  socket.write(rest);
  const answer = Buffer.concat((await socket.toArray()) as Buffer[]).toString();
  expect(answer).toMatch(/^HTTP\/1.1 303 /);
  expect(answer).toContain(`location: ${paths.login}`);
  // The second one had begun to arrive.
  expect(await itemsOf(id)).toBeLessThanOrEqual(2);
});

const countItems = async (): Promise<number> =>
  (await site().factory.db.selectFrom('items').select('id').execute()).length;
