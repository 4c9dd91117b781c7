import type { IncomingMessage, ServerResponse } from 'node:http';
import { currentRequest } from '#server/request-context.ts';
import { sendPlain } from '#server/http/headers.ts';
import { sendStream } from '#server/http/send-stream.ts';
import { sendWhole, wholeHeaders } from '#server/http/safe-response.ts';
import type { Runtime } from '#server/runtime.ts';
import { actorOfRequest } from '#features/session/session.http.ts';
import { PhotoCache } from './photo-cache.server.ts';
import { mayFamilySeePhoto, mayStaffSeePhoto } from './photo.access.ts';
import { makeLargest } from './largest.service.ts';
import { ALL_FILES, LARGEST, NEXT_LARGEST, contentTypeOf } from './photo.ts';

const STAFF = /^\/photos\/staff\/(\w+)\/([\w.]+)$/;
const FAMILY = /^\/photos\/family\/(\w+)\/(\w+)\/([\w-]+)\/([\w.]+)$/;
const YEAR_SECONDS = 31_536_000;

const cache = new PhotoCache();

/**
 * Serves stored photos without Astro (domain.md#photos; performance.md#lessons).
 * @returns false if the path is not a photo's
 */
export async function servePhoto(
  req: IncomingMessage,
  res: ServerResponse,
  path: string,
  rt: Runtime,
): Promise<boolean> {
  if (!path.startsWith('/photos/')) return false;
  const request = currentRequest();
  if (request) request.route = '/photos';
  const asked = await permitted(req, path, rt);
  if (!asked || !ALL_FILES.includes(asked.file)) {
    sendMissing(res);
    return true;
  }
  await sendPhoto(req, res, asked, rt);
  return true;
}

const sendMissing = (res: ServerResponse): void => sendPlain(res, 404, '見つかりませんでした。');

interface Asked {
  blobId: string;
  file: string;
}

async function permitted(req: IncomingMessage, path: string, rt: Runtime): Promise<Asked | null> {
  const family = FAMILY.exec(path);
  if (family) {
    const [, familyId = '', blobId = '', signature = '', file = ''] = family;
    return mayFamilySeePhoto(rt, familyId, blobId, signature) ? { blobId, file } : null;
  }
  const [, blobId = '', file = ''] = STAFF.exec(path) ?? [];
  if (!blobId) return null;
  const actor = await actorOfRequest(rt, req);
  return (await mayStaffSeePhoto(rt, actor, blobId)) ? { blobId, file } : null;
}

async function sendPhoto(
  req: IncomingMessage,
  res: ServerResponse,
  asked: Asked,
  rt: Runtime,
): Promise<void> {
  const { etag, headers } = describe(res, asked);
  if (req.headers['if-none-match'] === etag) {
    sendWhole(res, 304, headers());
    return;
  }
  const hot = cache.get(keyOf(asked));
  if (hot) sendWhole(res, 200, headers(hot.length), req.method === 'HEAD' ? undefined : hot);
  else await sendStored(req, res, asked, rt);
}

const keyOf = ({ blobId, file }: Asked): string => `${blobId}/${file}`;

function describe(res: ServerResponse, { blobId, file }: Asked) {
  const etag = `"${blobId}-${file}"`;
  const headers = (byteSize?: number): string[] =>
    wholeHeaders(res, {
      'Content-Type': contentTypeOf(file),
      'Cache-Control': `private, max-age=${YEAR_SECONDS}, immutable`,
      ETag: etag,
      'X-Robots-Tag': 'noindex, noimageindex',
      ...(byteSize !== undefined && { 'Content-Length': String(byteSize) }),
    });
  return { etag, headers };
}

async function sendStored(
  req: IncomingMessage,
  res: ServerResponse,
  asked: Asked,
  rt: Runtime,
): Promise<void> {
  const { headers } = describe(res, asked);
  const stored = await openStored(rt, asked);
  // An empty file is damaged, and must not be kept by the browser for a year.
  if (stored === null && asked.file === LARGEST) sendNextLargest(res);
  else if (!stored?.byteSize) sendMissing(res);
  else if (req.method === 'HEAD') sendWhole(res, 200, headers(stored.byteSize));
  else if (PhotoCache.holds(stored.byteSize)) await sendAndKeep(res, asked, rt);
  else {
    res.writeHead(200, headers(stored.byteSize));
    await sendStream(res, stored.stream);
  }
}

/** Keeps a small photo for the next request. */
async function sendAndKeep(res: ServerResponse, asked: Asked, rt: Runtime): Promise<void> {
  // An unreadable file is treated as missing.
  const content = await rt.blobs.read(asked.blobId, asked.file).catch(() => null);
  if (!content?.length) {
    sendMissing(res);
    return;
  }
  cache.keep(keyOf(asked), content);
  sendWhole(res, 200, describe(res, asked).headers(content.length), content);
}

/** | @returns null if there is no such file; the largest size is made when it is first asked for */
async function openStored(rt: Runtime, { blobId, file }: Asked) {
  const open = () => rt.blobs.open(blobId, file).catch(() => null);
  const stored = await open();
  if (stored || file !== LARGEST) return stored;
  return (await makeLargest(rt, blobId)) ? open() : null;
}

/** The browser shows the next smaller size, and asks for the largest again the next time. */
function sendNextLargest(res: ServerResponse): void {
  res.writeHead(302, { Location: NEXT_LARGEST, 'Cache-Control': 'no-store' });
  res.end();
}
