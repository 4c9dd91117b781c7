import type { ServerResponse } from 'node:http';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/**
 * Closes the stream when the client leaves, even before the first byte.
 * @returns an error of the stream itself; the connection is then closed
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
