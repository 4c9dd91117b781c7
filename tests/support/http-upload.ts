import { request } from 'node:http';
import { paths } from '#lib/paths.ts';
import { call, json } from './http.ts';
import { announced } from './uploads.ts';

/** The response to a slot request. */
interface Slot {
  signed_id: string;
  pathname: string;
  headers: Record<string, string>;
}

/** @returns the slot, or the status of the refusal */
export async function openSlot(
  base: string,
  bearer: string,
  bytes: Buffer,
): Promise<Slot | number> {
  const options = json({ blob: announced(bytes) }, { Authorization: bearer });
  const { status, text } = await call(base, paths.api.directUploads, options);
  if (status !== 200) return status;
  const { signed_id, direct_upload: to } = JSON.parse(text) as {
    signed_id: string;
    direct_upload: { url: string; headers: Record<string, string> };
  };
  return { signed_id, pathname: new URL(to.url).pathname, headers: to.headers };
}

/** A phone's whole upload. @returns the status at which it ended; 201 for an item */
export async function uploadByHttp(base: string, bearer: string, bytes: Buffer): Promise<number> {
  const slot = await openSlot(base, bearer, bytes);
  if (typeof slot === 'number') return slot;
  const put = { method: 'PUT', headers: slot.headers, body: bytes };
  const sent = await call(base, slot.pathname, put);
  if (sent.status !== 204) return sent.status;
  const item = json(
    { residentId: null, caption: '庭', blob: slot.signed_id },
    { Authorization: bearer },
  );
  return (await call(base, paths.api.items, item)).status;
}

/**
 * Runs `meanwhile` between the halves of an upload.
 * @returns the status, or null if disconnected
 */
export async function putInHalves(
  base: string,
  { pathname, headers }: Slot,
  bytes: Buffer,
  meanwhile: () => Promise<void>,
): Promise<number | null> {
  const put = request(base, {
    method: 'PUT',
    path: pathname,
    headers: { ...headers, 'Content-Length': bytes.length },
  });
  const answered = new Promise<number | null>((resolve) => {
    put.once('error', () => resolve(null));
    put.once('response', (res) => {
      res.resume();
      resolve(res.statusCode ?? null);
    });
  });
  put.write(bytes.subarray(0, bytes.length >> 1));
  await meanwhile();
  put.end(bytes.subarray(bytes.length >> 1));
  return answered;
}
