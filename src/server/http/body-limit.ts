import type { IncomingMessage } from 'node:http';

const KIB = 1024;
const FORM_BYTES = 256 * KIB;
/** A family sends one word. */
const LETTER_BYTES = KIB;

/** The most bytes a path takes; photos come as raw PUT (safety.md#the-settings-behind-it). */
export function maxBodyBytes(req: IncomingMessage, path: string, uploadBytes: number): number {
  if (req.method === 'PUT' && path.startsWith('/api/v1/direct_uploads/')) return uploadBytes;
  return maxFormBytes(path);
}

/** The most bytes of what is read whole before a page or an endpoint sees it. */
export const maxFormBytes = (path: string): number =>
  path.startsWith('/letters/') ? LETTER_BYTES : FORM_BYTES;

/** Says so before a byte is read; a body of unannounced length is counted by who reads it. */
export const isAnnouncedLonger = ({ headers }: IncomingMessage, limit: number): boolean =>
  Number(headers['content-length'] ?? 0) > limit;
