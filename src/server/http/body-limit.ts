import type { IncomingMessage } from 'node:http';

const KIB = 1024;
const FORM_BYTES = 256 * KIB;
/** A family sends one word. */
const LETTER_BYTES = KIB;

/** The most bytes a path takes; photos come as raw PUT (safety, "Settings"). */
export function maxBodyBytes(req: IncomingMessage, path: string, uploadBytes: number): number {
  if (req.method === 'PUT' && path.startsWith('/api/v1/direct_uploads/')) return uploadBytes;
  return path.startsWith('/letters/') ? LETTER_BYTES : FORM_BYTES;
}

/**
 * Calls `exceeded` when a body is longer than allowed, at once if its length was announced. A
 * body without an announced length is counted where Node hands its chunks to the stream.
 * @returns true when the request is already too long.
 */
export function limitBody(req: IncomingMessage, limit: number, exceeded: () => void): boolean {
  if (Number(req.headers['content-length'] ?? 0) > limit) {
    exceeded();
    return true;
  }
  if (req.headers['transfer-encoding'] === undefined) return false;
  let received = 0;
  const push = req.push.bind(req);
  req.push = (chunk: unknown, encoding?: BufferEncoding): boolean => {
    if (Buffer.isBuffer(chunk)) received += chunk.length;
    if (received <= limit) return push(chunk, encoding);
    exceeded();
    return false;
  };
  return false;
}
