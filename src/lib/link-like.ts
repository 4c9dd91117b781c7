import topLevelDomains from 'tlds' with { type: 'json' };

/** Finds text that mail programs turn into links: names are mailed to arbitrary people. */

const TOP = new Set(topLevelDomains);
/** Count even with a space next to the dot or a single letter before it. */
const COMMON = new Set(['com', 'net', 'org', 'jp', 'co', 'info', 'biz', 'xyz', 'top', 'cn', 'ru']);
/** `St.Mary`, `Mr.Li`, `No.1` are no domains. */
const TITLES = new Set(['mr', 'mrs', 'ms', 'dr', 'st', 'mt', 'jr', 'sr', 'no', 'vol', 'prof']);

const SCHEME = /https?(?![a-z])|[a-z]\s*:\s*\/\s*\/|mailto\s*:|www\s*\./;
const MAIL = /[\w.+-]\s*@\s*[\w-]+\s*\.\s*\w/;
const NUMBERS = /(?<![\d.])(?:\d{1,3}\.){3}\d{1,3}(?![\d.])/;
/** Anchored at word starts, which keeps matching linear. */
const DOTTED =
  /(?<![\p{L}\p{N}\p{M}-])(?<label>[\p{L}\p{N}\p{M}-]+)(?<dot>\s*[.。]\s*)(?=(?<top>[\p{L}\p{N}\p{M}-]+)(?<path>\/)?)/gu;

/** NFKC maps full-width and circled letters to plain ones; browsers take 。 for a dot. */
const plain = (text: string): string => text.normalize('NFKC').toLowerCase().replace(/\p{M}/gu, '');

/** @param text such as `http://…`, `ｅｘａｍｐｌｅ．ｊｐ` or `a@example.jp` */
export function looksLikeLink(text: string): boolean {
  const read = plain(text);
  if ([SCHEME, MAIL, NUMBERS].some((pattern) => pattern.test(read))) return true;
  return [...read.matchAll(DOTTED)].some(({ groups = {} }) => isDomain(groups));
}

/** Checks one dot with its labels; `example.co.jp` has two. */
function isDomain({ label = '', dot = '', top = '', path }: Record<string, string | undefined>) {
  if (!TOP.has(top) && !top.startsWith('xn--')) return false;
  if (COMMON.has(top)) return !(dot.includes('。') && /\s/.test(dot));
  if (/\s/.test(dot) || TITLES.has(label)) return false;
  // After Japanese text, 。 ends a sentence.
  if (dot.includes('。') && /[^a-z\d-]/.test(label)) return false;
  return label.length > 1 || path !== undefined;
}
