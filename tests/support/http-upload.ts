import { paths } from '../../src/lib/paths.ts';
import { call, json } from './http.ts';
import { announced } from './uploads.ts';

/**
 * A photo's whole way over HTTP, as a phone goes it.
 * @returns the status at which it ended; 201 is its item.
 */
export async function uploadByHttp(base: string, bearer: string, bytes: Buffer): Promise<number> {
  const headers = { Authorization: bearer };
  const opened = await call(
    base,
    paths.api.directUploads,
    json({ blob: announced(bytes) }, headers),
  );
  if (opened.status !== 200) return opened.status;
  const slot = JSON.parse(opened.text) as {
    signed_id: string;
    direct_upload: { url: string; headers: Record<string, string> };
  };
  const { pathname } = new URL(slot.direct_upload.url);
  const put = { method: 'PUT', headers: slot.direct_upload.headers, body: bytes };
  const sent = await call(base, pathname, put);
  if (sent.status !== 204) return sent.status;
  const item = { residentId: null, caption: '庭', blob: slot.signed_id };
  return (await call(base, paths.api.items, json(item, headers))).status;
}
