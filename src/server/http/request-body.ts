import type { IncomingMessage } from 'node:http';
import { PassThrough } from 'node:stream';

export const hasBody = ({ headers }: IncomingMessage): boolean =>
  Number(headers['content-length'] ?? 0) > 0 || headers['transfer-encoding'] !== undefined;

/** Calls `over` when a body has ended or its connection closed, also after the response. */
function whenBodyIsOver(req: IncomingMessage, over: () => void): void {
  const { socket } = req;
  const done = (): void => {
    req.off('close', done);
    socket.off('close', done);
    over();
  };
  req.once('close', done);
  socket.once('close', done);
  if (req.closed || socket.closed) done();
}

const WINDOW_MS = 60_000;
/** 1 KiB/s; the slowest usable phone connection manages twenty. */
const LEAST_BYTES = 60 * 1024;

/** Calls `giveUp` when a body stalls. Judged by progress: 25 MB may take 20 minutes. */
export function watchBody(req: IncomingMessage, giveUp: () => void): void {
  if (!hasBody(req)) return;
  const { socket } = req;
  let before = socket.bytesRead;
  const timer = setInterval(() => {
    const { bytesRead } = socket;
    if (!req.complete && bytesRead - before < LEAST_BYTES) giveUp();
    before = bytesRead;
  }, WINDOW_MS).unref();
  whenBodyIsOver(req, () => clearInterval(timer));
}

const brokenOff = (): Error =>
  Object.assign(new Error('the request body was aborted'), { code: 'ECONNRESET' });

/**
 * Separate, since destroying the request would close the connection before the response. Fails with
 * ECONNRESET when the client disconnects.
 */
export function bodyOf(req: IncomingMessage): PassThrough {
  const body = new PassThrough();
  body.on('error', () => undefined); // it may break off before anyone reads
  req.once('error', (error) => body.destroy(error));
  whenBodyIsOver(req, () => {
    if (!req.readableEnded) body.destroy(brokenOff());
  });
  return req.pipe(body);
}

export class TooLongError extends Error {}

/** Buffers a body. @returns null if it was aborted. @throws TooLongError beyond `limit` bytes */
export function readBody(req: IncomingMessage, limit: number): Promise<Buffer | null> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let length = 0;
    req.on('data', (chunk: Buffer) => {
      length += chunk.length;
      if (length <= limit) {
        chunks.push(chunk);
      } else {
        chunks.length = 0;
        reject(new TooLongError());
      }
    });
    req.once('error', () => resolve(null));
    whenBodyIsOver(req, () => resolve(req.readableEnded ? Buffer.concat(chunks) : null));
  });
}
