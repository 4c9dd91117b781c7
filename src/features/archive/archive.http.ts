import type { IncomingMessage, ServerResponse } from 'node:http';
import type { YearMonth } from '#lib/calendar.ts';
import { parseYearMonth } from '#lib/calendar.ts';
import { AppError } from '#lib/errors.ts';
import { sendRefusal } from '#server/http/headers.ts';
import { sendStream } from '#server/http/send-stream.ts';
import { takeTry } from '#server/rate-limit.ts';
import { currentRequest } from '#server/request-context.ts';
import type { Runtime } from '#server/runtime.ts';
import { archiveDisposition } from './archive.ts';
import type { Archive } from './archive.service.ts';
import { noteArchive, openArchive } from './archive.service.ts';
import type { Link } from '#features/family-link/link.service.ts';
import { openLink, readLetterTokens } from '#features/family-link/link.service.ts';

const ARCHIVE = /^\/letters\/(\d+)\/photos\.zip$/;

/**
 * Streams a month's photos to a family, outside Astro, which has no backpressure. Requests without
 * an archive are left to the page guards.
 * @returns false when Astro shall respond
 */
export function serveArchive(
  req: IncomingMessage,
  res: ServerResponse,
  path: string,
  rt: Runtime,
): false | Promise<boolean> {
  const month = ARCHIVE.exec(path)?.[1];
  const yearMonth = month === undefined ? undefined : parseYearMonth(month);
  const isRead = req.method === 'GET' || req.method === 'HEAD';
  if (yearMonth === undefined || !isRead || rt.env.SITE_MODE === 'closed') return false;
  return serveMonth(req, res, path, yearMonth, rt);
}

async function serveMonth(
  req: IncomingMessage,
  res: ServerResponse,
  path: string,
  yearMonth: YearMonth,
  rt: Runtime,
): Promise<boolean> {
  const tokens = readLetterTokens(new URLSearchParams((req.url ?? '').slice(path.length + 1)));
  const link = tokens && (await openLink(rt, tokens));
  const archive = link && (await openArchive(rt, link, yearMonth));
  if (!archive) return false;
  const request = currentRequest();
  if (request) request.route = '/letters/[yearMonth]/photos.zip';
  if (req.method === 'GET') {
    if (!(await mayTake(res, path, link, rt))) return true;
    await noteArchive(rt, link, yearMonth);
  }
  await sendArchive(req, res, yearMonth, archive);
  return true;
}

async function mayTake(
  res: ServerResponse,
  path: string,
  { familyId }: Link,
  rt: Runtime,
): Promise<boolean> {
  try {
    await takeTry(rt.db, 'archivesByFamily', familyId, rt.clock.now());
    return true;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const wait = { 'Retry-After': String(error.retryAfter ?? 1) };
    sendRefusal(res, path, error.status, error.message, wait);
    return false;
  }
}

async function sendArchive(
  req: IncomingMessage,
  res: ServerResponse,
  yearMonth: YearMonth,
  { byteSize, stream }: Archive,
): Promise<void> {
  res.writeHead(200, {
    'Content-Type': 'application/zip',
    'Content-Length': byteSize,
    'Content-Disposition': archiveDisposition(yearMonth),
    'Cache-Control': 'private, no-store',
    'X-Robots-Tag': 'noindex, noimageindex',
  });
  if (req.method === 'HEAD') return void res.end();
  const error = await sendStream(res, stream);
  if (error) currentRequest()?.log.warn({ err: error }, 'archive not completed');
}
