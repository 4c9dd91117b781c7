import type { ServerResponse } from 'node:http';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/**
 * Sends a body from a stream, at its reader's pace. Whenever the reader goes away, also before the
 * first byte, the stream is closed.
 * @returns what went wrong with the stream itself; the connection is closed then.
 */
export async function sendStream(
  res: ServerResponse,
  open: () => Readable,
): Promise<Error | undefined> {
  if (res.destroyed) return undefined;
  const stream = open();
  await pipeline(stream, res).catch(() => undefined);
  return stream.errored && !isReaderGone(stream.errored) ? stream.errored : undefined;
}

const isReaderGone = ({ code }: NodeJS.ErrnoException): boolean =>
  code === 'ERR_STREAM_PREMATURE_CLOSE' || code === 'ECONNRESET' || code === 'EPIPE';
