import type { IncomingMessage } from 'node:http';

const KIB = 1024;
const FORM_BYTES = 256 * KIB;
/** A family sends one word. */
const LETTER_BYTES = KIB;

/**
 * Maximum body size of a path in bytes; photos come as raw PUT (safety.md#the-settings-behind-it).
 */
export function maxBodyBytes(req: IncomingMessage, path: string, uploadBytes: number): number {
  if (req.method === 'PUT' && path.startsWith('/api/v1/direct_uploads/')) return uploadBytes;
  return maxFormBytes(path);
}

/** Maximum size of a body that is buffered for a page or endpoint. */
export const maxFormBytes = (path: string): number =>
  path.startsWith('/letters/') ? LETTER_BYTES : FORM_BYTES;

/** By Content-Length; a chunked body is counted while it is read. */
export const isAnnouncedLonger = ({ headers }: IncomingMessage, limit: number): boolean =>
  Number(headers['content-length'] ?? 0) > limit;
