import type { Turned } from './gate.ts';
import { linkPasted } from './pasted-link.ts';

/** Unreserved characters, no empty segment, no trailing dot: nothing to decode or resolve. */
const ONE_SPELLING = /^(?:\/[\w.~-]*[\w~-])+$/;

/** The contract lists this one with and without a trailing slash. */
const WITH_SLASH = '/api/externals/zipaddress/';

export function pathOf(target = '/'): string {
  const query = target.indexOf('?');
  return query === -1 ? target : target.slice(0, query);
}

/** Accepts only canonical paths (P24), queries without NUL, and links without what was pasted around them. @returns null to pass, otherwise a refusal or redirect */
export function refuseSpelling(target: string, path: string): Turned | null {
  if (target.includes('#')) return NOT_FOUND;
  // Not every database takes a NUL, which no text holds either.
  if (target.includes('%00', path.length)) return UNREADABLE;
  const Location = linkPasted(target);
  if (Location !== null) {
    return {
      status: 302,
      msg: 'リンクのまわりの文字を取ってお開きください。',
      headers: { Location },
    };
  }
  if (isPlain(path)) return null;
  const shorter = path.slice(0, -1);
  if (path.endsWith('/') && ONE_SPELLING.test(shorter) && !path.startsWith('/api/')) {
    const Location = shorter + target.slice(path.length);
    return {
      status: 308,
      msg: 'アドレスの最後の / を取ってお開きください。',
      headers: { Location },
    };
  }
  return path.startsWith('/api/') && !isDecodable(path) ? UNREADABLE : NOT_FOUND;
}

const NOT_FOUND: Turned = { status: 404, msg: '見つかりませんでした。' };
const UNREADABLE: Turned = { status: 400, msg: 'アドレスが正しくありません。' };

const isPlain = (path: string): boolean =>
  ONE_SPELLING.test(path) || path === '/' || path === WITH_SLASH;

function isDecodable(path: string): boolean {
  try {
    return !decodeURIComponent(path).includes('\0');
  } catch {
    return false;
  }
}
