import { paths } from '#lib/paths.ts';
import type { Answer } from './http.ts';
import { call, json } from './http.ts';
import { announced } from './uploads.ts';

const BUSY = 503;

/** A whole upload over HTTP, waiting as a browser does. @returns the last response */
export async function sendPicture(
  base: string,
  bearer: string,
  bytes: Buffer,
  type: 'image/jpeg' | 'image/png' = 'image/jpeg',
): Promise<Answer> {
  const headers = { Authorization: bearer };
  const blob = announced(bytes, type);
  const opened = await call(base, paths.api.directUploads, json({ blob }, headers));
  if (opened.status >= 300) return opened;
  const slot = JSON.parse(opened.text) as { signed_id: string; direct_upload: { url: string } };
  const { pathname } = new URL(slot.direct_upload.url);
  const put = { method: 'PUT', headers: { 'Content-Type': type }, body: bytes };
  const sent = await call(base, pathname, put);
  if (sent.status >= 300) return sent;
  for (;;) {
    const item = { residentId: null, blob: slot.signed_id };
    const made = await call(base, paths.api.items, json(item, headers));
    if (made.status !== BUSY) return made;
    const seconds = Number(made.headers['retry-after']);
    await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
  }
}
