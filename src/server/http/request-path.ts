import type { Turned } from './gate.ts';

/**
 * Every path of ours: segments of unreserved characters, none of them empty and none that ends
 * with a dot. Nothing in it can be decoded, collapsed or resolved into another path.
 */
const ONE_SPELLING = /^(?:\/[\w.~-]*[\w~-])+$/;

/** The contract has this one with and without a slash at its end. */
const WITH_SLASH = '/api/externals/zipaddress/';

/** The path of a request target, as it was sent. */
export function pathOf(target = '/'): string {
  const query = target.indexOf('?');
  return query === -1 ? target : target.slice(0, query);
}

/**
 * Lets a path pass that is in its one spelling (P24): what is guarded, closed or served is
 * decided on it, and everything behind reads the same path.
 * @returns null to pass, otherwise the refusal or a redirect to the path without its last slash.
 */
export function refuseSpelling(target: string, path: string): Turned | null {
  if (target.includes('#')) return NOT_FOUND;
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
