import type { IncomingMessage } from 'node:http';
import { paths } from '#lib/paths.ts';

const KIB = 1024;
const FORM_BYTES = 256 * KIB;
/** A family sends one word (seen) … */
const LETTER_BYTES = KIB;
/** … or an answer, also about photos, of which what is too long is shown again. */
const ANSWER_BYTES = 16 * KIB;
/** LINE sends several events at once, each with up to 5,000 characters that somebody wrote. */
const WEBHOOK_BYTES = 1024 * KIB;
const WEBHOOK = '/api/v1/line/webhook';
const ANSWER = /^\/letters\/(?:\d+\/answers|consent)\/?$/;

interface Uploads {
  /** One photo. */
  photo: number;
  /** Several in a form. */
  form: number;
}

/** Maximum body size of a path (safety.md#the-settings-behind-it). */
export function maxBodyBytes(req: IncomingMessage, path: string, uploads: Uploads): number {
  if (req.method === 'PUT' && path.startsWith('/api/v1/direct_uploads/')) return uploads.photo;
  return isReadByPage(req, path) ? uploads.form : maxFormBytes(path);
}

/** The one form whose page reads it as it arrives. An action would have all of it in memory. */
export const isReadByPage = ({ method, url }: IncomingMessage, path: string): boolean =>
  method === 'POST' && path === paths.uploadForm && url?.includes('?') === false;

export function maxFormBytes(path: string): number {
  if (path === WEBHOOK) return WEBHOOK_BYTES;
  if (ANSWER.test(path)) return ANSWER_BYTES;
  return path.startsWith('/letters/') ? LETTER_BYTES : FORM_BYTES;
}

export const isAnnouncedLonger = ({ headers }: IncomingMessage, limit: number): boolean =>
  Number(headers['content-length'] ?? 0) > limit;
