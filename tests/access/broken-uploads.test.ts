import { readdir } from 'node:fs/promises';
import type { OutgoingHttpHeaders } from 'node:http';
import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { MAX_UPLOAD_BYTES } from '#domains/photo/photo-limits.ts';
import { paths } from '#lib/paths.ts';
import { dataPaths } from '#server/data-folder.ts';
import type { Answer } from '../support/http.ts';
import { call, json } from '../support/http.ts';
import { vary, jpeg } from '../support/pictures.ts';
import { uploadFile } from '../support/stored-files.ts';
import { announced } from '../support/uploads.ts';
import { useSite } from './site.ts';

/** A photo's bytes differ from the announced ones (P19, P23). */
const site = useSite();
const picture = await jpeg({ width: 900, height: 700 });
const MORE = Buffer.alloc(1);

interface Slot {
  id: string;
  direct_upload: { url: string };
}

async function openSlot(bytes: Buffer): Promise<{ id: string; path: string }> {
  const { text } = await site().ask('general', paths.api.directUploads, {
    ...json({ blob: announced(bytes) }),
  });
  const { id, direct_upload } = JSON.parse(text) as Slot;
  return { id, path: new URL(direct_upload.url).pathname };
}

const put = (path: string, body: Buffer, headers: OutgoingHttpHeaders = {}): Promise<Answer> =>
  call(site().server.url, path, {
    method: 'PUT',
    headers: { 'Content-Type': 'image/jpeg', ...headers },
    body,
  });

const chunked = (path: string, body: Buffer) => put(path, body, { 'Transfer-Encoding': 'chunked' });

async function expectNothingLeft(id: string): Promise<void> {
  const { temporary } = dataPaths(site().dataDir);
  await expect.poll(() => readdir(temporary)).toEqual([]);
  expect(await site().stored.list('uploads')).not.toContain(uploadFile(id));
}

type Send = (path: string, bytes: Buffer) => Promise<Answer>;
const REFUSED: [string, number, Send][] = [
  ['one byte longer', 422, (path, bytes) => put(path, Buffer.concat([bytes, MORE]))],
  ['much longer', 422, (path, bytes) => put(path, Buffer.concat([bytes, Buffer.alloc(3_000_000)]))],
  ['one byte shorter', 422, (path, bytes) => put(path, bytes.subarray(1))],
  ['other bytes', 422, (path, bytes) => put(path, Buffer.alloc(bytes.length))],
  ['none', 422, (path) => put(path, Buffer.alloc(0))],
  ['longer, in chunks', 422, (path, bytes) => chunked(path, Buffer.concat([bytes, MORE]))],
  ['shorter, in chunks', 422, (path, bytes) => chunked(path, bytes.subarray(1))],
  ['of another type', 415, (path, bytes) => put(path, bytes, { 'Content-Type': 'image/png' })],
  // Refused by length; a client that went on sending might be cut off before it reads why.
  [
    'longer than any photo',
    413,
    (path) => put(path, MORE, { 'Content-Length': MAX_UPLOAD_BYTES + 1 }),
  ],
];

test.each(REFUSED)(
  'a body that is %s: %i, and the slot still accepts the right one',
  async (_what, status, send) => {
    const bytes = vary(picture);
    const { id, path } = await openSlot(bytes);
    const answer = await send(path, bytes);
    expect(answer.status).toBe(status);
    expect(JSON.parse(answer.text)).toMatchObject({
      msg: expect.stringMatching(/[ぁ-ん]/) as string,
    });
    await expectNothingLeft(id);
    expect((await chunked(path, bytes)).status).toBe(204);
    expect(await site().stored.list('uploads')).toContain(uploadFile(id));
    expect((await put(path, bytes)).status).toBe(410);
  },
);

/** Sends part of an upload and disconnects. */
const leaveAfter = (path: string, bytes: Buffer, sent: number, reset: boolean): Promise<void> =>
  new Promise((resolve) => {
    const { hostname, port } = new URL(site().server.url);
    const socket = connect(Number(port), hostname);
    const head = `PUT ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: image/jpeg\r\nContent-Length: ${bytes.length}\r\n\r\n`;
    socket.on('error', () => undefined).once('close', () => resolve());
    socket.resume();
    socket.write(Buffer.concat([Buffer.from(head), bytes.subarray(0, sent)]), () => {
      setTimeout(() => (reset ? socket.resetAndDestroy() : socket.end()), sent % 7);
    });
  });

test('a client that disconnects at any byte leaves nothing behind', async () => {
  const bytes = vary(picture);
  const { id, path } = await openSlot(bytes);
  for (let n = 0; n < 40; n++) {
    await leaveAfter(path, bytes, Math.floor((n / 40) * bytes.length), n % 2 === 0);
  }
  await expectNothingLeft(id);
  expect((await put(path, bytes)).status).toBe(204);
});
