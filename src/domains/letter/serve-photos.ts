import type { IncomingMessage, ServerResponse } from 'node:http';
import { actorOfRequest } from '#domains/account/session/browser-session.ts';
import { makeLargest } from '#domains/photo/make-sizes.ts';
import { ALL_FILES, NEXT_LARGEST, contentTypeOf } from '#domains/photo/photo.ts';
import { AppError } from '#lib/errors.ts';
import { isOutsideLine } from '#lib/outside-line.ts';
import { LARGEST } from '#lib/picture-recipe.ts';
import type { StoredContent } from '#server/blob-store.ts';
import { sendPlain } from '#server/http/headers.ts';
import { sendReady } from '#server/http/ready-pages.ts';
import type { Head } from '#server/http/safe-response.ts';
import { alwaysOf, headOf, sendWhole } from '#server/http/safe-response.ts';
import { sendStream } from '#server/http/send-stream.ts';
import { currentRequest } from '#server/request-context.ts';
import type { Runtime } from '#server/runtime.ts';
import { mayFamilySeePhoto, mayStaffSeePhoto } from './photo-access.ts';
import { PhotoCache } from './photo-cache.ts';

const STAFF = /^\/photos\/staff\/(\w+)\/([\w.]+)$/;
const FAMILY = /^\/photos\/family\/(\w+)\/(\w+)\/([\w-]+)\/([\w.]+)$/;
const YEAR_SECONDS = 31_536_000;

const cache = new PhotoCache();

const ROUTE = '/photos';

/**
 * Serves stored photos without Astro (domain.md#photos; performance.md#budgets).
 * @returns false if the path is not a photo's
 */
export function servePhoto(
  req: IncomingMessage,
  res: ServerResponse,
  path: string,
  rt: Runtime,
): false | Promise<true> {
  if (!path.startsWith('/photos/')) return false;
  const request = currentRequest();
  if (request) request.route = ROUTE;
  return serve({ req, res, rt }, path);
}

interface Exchange {
  req: IncomingMessage;
  res: ServerResponse;
  rt: Runtime;
}

async function serve(exchange: Exchange, path: string): Promise<true> {
  const { req, res, rt } = exchange;
  const family = FAMILY.exec(path);
  const [, familyId = '', forFamily = '', signature = '', familyFile = ''] = family ?? [];
  const [, forStaff = '', staffFile = ''] = STAFF.exec(path) ?? [];
  const blobId = family ? forFamily : forStaff;
  const mayBeSeen = family
    ? await mayFamilySeePhoto(rt, familyId, blobId, signature)
    : await mayStaffSeePhoto(rt, blobId ? await actorOfRequest(rt, req) : null, blobId);
  const file = family ? familyFile : staffFile;
  return mayBeSeen
    ? sendPhoto(exchange, { blobId, file, isSaved: savesBy(req) })
    : sendMissing(res);
}

function sendMissing(res: ServerResponse): true {
  sendPlain(res, 404, '見つかりませんでした。');
  return true;
}

interface Asked {
  blobId: string;
  file: string;
  isSaved: boolean;
}

/** 保存 in LINE's window opens the phone's browser, which would show the photo and keep nothing. */
const savesBy = ({ url = '' }: IncomingMessage): boolean => isOutsideLine(url);

async function sendPhoto(exchange: Exchange, asked: Asked): Promise<true> {
  const { req, res } = exchange;
  if (!ALL_FILES.includes(asked.file)) return sendMissing(res);
  const hot = cache.get(keyOf(asked));
  if (!hot) return sendStored(exchange, asked);
  sendReady(req, res, hot);
  return true;
}

const keyOf = ({ blobId, file, isSaved }: Asked): string =>
  `${blobId}/${file}${isSaved ? '?' : ''}`;

function describe(res: ServerResponse, { blobId, file, isSaved }: Asked) {
  const etag = `"${blobId}-${file}"`;
  const headers = (byteSize?: number): Head =>
    headOf(alwaysOf(res), {
      'Content-Type': contentTypeOf(file),
      'Cache-Control': `private, max-age=${YEAR_SECONDS}, immutable`,
      ETag: etag,
      'X-Robots-Tag': 'noindex, noimageindex',
      ...(isSaved && { 'Content-Disposition': 'attachment' }),
      ...(byteSize !== undefined && { 'Content-Length': String(byteSize) }),
    });
  return { etag, headers };
}

async function sendStored(exchange: Exchange, asked: Asked): Promise<true> {
  const { req, res, rt } = exchange;
  const { etag, headers } = describe(res, asked);
  if (req.headers['if-none-match'] === etag) {
    sendWhole(res, 304, headers());
    return true;
  }
  try {
    const stored = await openStored(rt, asked);
    if (stored === null && asked.file === LARGEST) return sendNextLargest(res);
    return stored === null ? sendMissing(res) : await sendContent(exchange, asked, stored);
  } catch (error) {
    return sendFailure(res, error);
  }
}

async function sendContent(
  { req, res }: Exchange,
  asked: Asked,
  stored: StoredContent,
): Promise<true> {
  const { byteSize, stream } = stored;
  try {
    // An empty file is damaged, and must not be kept by the browser for a year.
    if (byteSize === 0) return sendMissing(res);
    const { headers } = describe(res, asked);
    if (req.method === 'HEAD') sendWhole(res, 200, headers(byteSize));
    else if (PhotoCache.holds(byteSize)) await sendAndKeep(req, res, asked, stored);
    else {
      res.writeHead(200, [...headers(byteSize)]);
      await sendStream(res, stream);
    }
    return true;
  } finally {
    await stored.close();
  }
}

/** While photos cannot be reached. @throws any other error */
function sendFailure(res: ServerResponse, error: unknown): true {
  if (!(error instanceof AppError)) throw error;
  const { status, message, retryAfter } = error;
  sendPlain(res, status, message, { 'Retry-After': String(retryAfter ?? 1) });
  return true;
}

/** An unreadable file is treated as missing. */
async function sendAndKeep(
  req: IncomingMessage,
  res: ServerResponse,
  asked: Asked,
  stored: StoredContent,
): Promise<void> {
  const body = await stored.read().catch(() => null);
  if (!body?.length) {
    sendMissing(res);
    return;
  }
  const { etag, headers } = describe(res, asked);
  const unchanged = headers();
  const page = { etag, head: headers(body.length), body, unchanged: () => unchanged };
  cache.keep(keyOf(asked), page);
  sendReady(req, res, page);
}

/** @returns null if there is no such file; the largest size is made when it is first asked for */
async function openStored(rt: Runtime, { blobId, file }: Asked) {
  const open = () =>
    rt.blobs.open(blobId, file).catch((error: unknown) => {
      if (error instanceof AppError) throw error;
      return null;
    });
  const stored = await open();
  if (stored || file !== LARGEST) return stored;
  return (await makeLargest(rt, blobId)) ? open() : null;
}

/** The browser shows the next smaller size, and asks for the largest again the next time. */
function sendNextLargest(res: ServerResponse): true {
  res.writeHead(302, { Location: NEXT_LARGEST, 'Cache-Control': 'no-store' });
  res.end();
  return true;
}
