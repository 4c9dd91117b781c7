import type { IncomingMessage } from 'node:http';

const KIB = 1024;
const FORM_BYTES = 256 * KIB;
/** A family sends one word (seen). */
const LETTER_BYTES = KIB;

/** Maximum body size of a path (safety.md#the-settings-behind-it). */
export function maxBodyBytes(req: IncomingMessage, path: string, uploadBytes: number): number {
  if (req.method === 'PUT' && path.startsWith('/api/v1/direct_uploads/')) return uploadBytes;
  return maxFormBytes(path);
}

export const maxFormBytes = (path: string): number =>
  path.startsWith('/letters/') ? LETTER_BYTES : FORM_BYTES;

export const isAnnouncedLonger = ({ headers }: IncomingMessage, limit: number): boolean =>
  Number(headers['content-length'] ?? 0) > limit;
