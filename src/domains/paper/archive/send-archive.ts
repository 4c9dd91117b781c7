import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Readable } from 'node:stream';
import { Readable as NodeReadable } from 'node:stream';
import type { CivilDate } from '#lib/calendar.ts';
import { AppError } from '#lib/errors.ts';
import { sendRefusal } from '#server/http/headers.ts';
import { sendStream } from '#server/http/send-stream.ts';
import { currentRequest } from '#server/request-context.ts';
import type { DownloadName } from './archive-names.ts';
import { attachment } from './archive-names.ts';

export const isRead = ({ method }: IncomingMessage): boolean =>
  method === 'GET' || method === 'HEAD';

/** Answers where a limit refuses. @returns whether it did */
export const refusedBy = (
  limit: Promise<unknown>,
  res: ServerResponse,
  path: string,
): Promise<boolean> =>
  orRefuse(
    limit.then(() => false),
    res,
    path,
  );

/** Answers a refusal, such as photos that cannot be reached. @returns true if it did */
export async function orRefuse<T>(
  opening: Promise<T>,
  res: ServerResponse,
  path: string,
): Promise<T | true> {
  try {
    return await opening;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const wait = { 'Retry-After': String(error.retryAfter ?? 1) };
    sendRefusal(res, path, error.status, error.message, wait);
    return true;
  }
}

interface Sent {
  /** null if it is not known before all is read: the answer is chunked then. */
  byteSize: number | null;
  stream: () => Readable;
}

/** Sends an archive, or its headers to HEAD; a broken one ends the connection. */
export async function sendArchive(
  req: IncomingMessage,
  res: ServerResponse,
  download: DownloadName,
  { byteSize, stream }: Sent,
): Promise<void> {
  res.writeHead(200, {
    'Content-Type': 'application/zip',
    ...(byteSize !== null && { 'Content-Length': byteSize }),
    'Content-Disposition': attachment(download),
    'Cache-Control': 'private, no-store',
    'X-Robots-Tag': 'noindex, noimageindex',
  });
  if (req.method === 'HEAD') return void res.end();
  const error = await sendStream(res, stream);
  if (error) currentRequest()?.log.warn({ err: error }, 'archive not completed');
}

/** A file of an archive. */
export interface Entry {
  name: string;
  /** Becomes its date. */
  day: CivilDate;
  byteSize: number;
  isPhoto: boolean;
  open: () => Readable | Promise<Readable>;
}

export function textEntry(name: string, day: CivilDate, text: string): Entry {
  const words = Buffer.from(text);
  const open = () => NodeReadable.from([words], { objectMode: false });
  return { name, day, byteSize: words.length, isPhoto: false, open };
}
