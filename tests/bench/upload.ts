import { createHash } from 'node:crypto';
import { paths } from '#lib/paths.ts';
import sharp from 'sharp';
import { pictureOf, readPicture } from '../../demo/pictures.ts';
import type { Measured } from './process.ts';

const BUSY = 503;

const post = (server: Pick<Measured, 'url'>, path: string, body: unknown, token?: string) =>
  fetch(server.url + path, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      ...(token && { Authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify(body),
  });

export async function signIn(
  server: Pick<Measured, 'url'>,
  login: { email: string; password: string },
): Promise<string> {
  const answer = await post(server, paths.api.login, login);
  return ((await answer.json()) as { access_token: string }).access_token;
}

/** A photo of 12 megapixels, as phones take them. */
export const phonePhoto = (): Promise<Buffer> => demoPhoto('cosmos', [], 4000, 3000);

/** The demo's picture at a phone's size. @param taken pictures that are used already; grows */
export async function demoPhoto(
  scene: string,
  taken: string[],
  width: number,
  height: number,
): Promise<Buffer> {
  const file = pictureOf(scene, taken);
  taken.push(file);
  const picture = await readPicture(file, '2026-01-01 12:00');
  return sharp(picture).autoOrient().resize(width, height).jpeg({ quality: 88 }).toBuffer();
}

/** Other bytes after the end of the picture, so that it is not a duplicate. */
export const variantOf = (picture: Buffer, index: number): Buffer =>
  Buffer.concat([picture, Buffer.from(`bench ${index}`)]);

/** As a browser uploads, waiting as long as a busy server asks. */
export async function upload(
  server: Pick<Measured, 'url'>,
  token: string,
  bytes: Buffer,
): Promise<void> {
  const checksum = createHash('md5').update(bytes).digest('base64');
  const blob = { filename: 'a.jpg', content_type: 'image/jpeg', byte_size: bytes.length, checksum };
  const opened = await post(server, paths.api.directUploads, { blob }, token);
  if (!opened.ok) throw new Error(`the slot responded ${opened.status}: ${await opened.text()}`);
  const slot = (await opened.json()) as {
    signed_id: string;
    direct_upload: { url: string; headers: Record<string, string> };
  };
  const { url, headers } = slot.direct_upload;
  await fetch(url, { method: 'PUT', headers, body: new Uint8Array(bytes) });
  const item = { residentId: null, blob: slot.signed_id };
  for (;;) {
    const made = await post(server, paths.api.items, item, token);
    if (made.status === 201) return;
    if (made.status !== BUSY) {
      throw new Error(`upload responded ${made.status}: ${await made.text()}`);
    }
    await sleep(Number(made.headers.get('Retry-After')) * 1000);
  }
}

export const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
