import type { IncomingMessage } from 'node:http';
import { PassThrough } from 'node:stream';

export const hasBody = ({ headers }: IncomingMessage): boolean =>
  Number(headers['content-length'] ?? 0) > 0 || headers['transfer-encoding'] !== undefined;

/**
 * Calls `over` once nothing more of a body can come: it ended, or its connection did. Node tells a
 * request whose answer is out nothing of its connection.
 */
export function whenBodyIsOver(req: IncomingMessage, over: () => void): void {
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

const brokenOff = (): Error =>
  Object.assign(new Error('the request body was aborted'), { code: 'ECONNRESET' });

/**
 * The body as a stream of its own: to destroy the request itself would close the connection
 * before the answer. It fails with ECONNRESET when the client goes away in the middle.
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

/**
 * Reads a body to its end.
 * @returns null when it was broken off: there is no one to answer.
 * @throws TooLongError as soon as more than `limit` bytes have come.
 */
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
