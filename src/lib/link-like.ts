import topLevelDomains from 'tlds' with { type: 'json' };

/**
 * Detects text that mail programs turn into links or that looks like one. Names and subjects appear
 * in mails to arbitrary people, so they must not contain links.
 */

const TOP = new Set(topLevelDomains);
/** So common in links that a space next to the dot or a single letter before it still counts. */
const COMMON = new Set(['com', 'net', 'org', 'jp', 'co', 'info', 'biz', 'xyz', 'top', 'cn', 'ru']);
/** `St.Mary`, `Mr.Li`, `No.1`: the dot belongs to the abbreviation. */
const TITLES = new Set(['mr', 'mrs', 'ms', 'dr', 'st', 'mt', 'jr', 'sr', 'no', 'vol', 'prof']);

const SCHEME = /https?(?![a-z])|[a-z]\s*:\s*\/\s*\/|mailto\s*:|www\s*\./;
const MAIL = /[\w.+-]\s*@\s*[\w-]+\s*\.\s*\w/;
const NUMBERS = /(?<![\d.])(?:\d{1,3}\.){3}\d{1,3}(?![\d.])/;
/** Anchored at the start of a word, which keeps matching linear. */
const DOTTED =
  /(?<![\p{L}\p{N}\p{M}-])(?<label>[\p{L}\p{N}\p{M}-]+)(?<dot>\s*[.。]\s*)(?=(?<top>[\p{L}\p{N}\p{M}-]+)(?<path>\/)?)/gu;

/** NFKC maps full-width, circled and similar letters to plain ones; browsers take 。 for a dot. */
const plain = (text: string): string => text.normalize('NFKC').toLowerCase().replace(/\p{M}/gu, '');

/** @param text as a person typed it, e.g. `http://…`, `ｅｘａｍｐｌｅ．ｊｐ` or `a@example.jp` */
export function looksLikeLink(text: string): boolean {
  const read = plain(text);
  if ([SCHEME, MAIL, NUMBERS].some((pattern) => pattern.test(read))) return true;
  return [...read.matchAll(DOTTED)].some(({ groups = {} }) => isDomain(groups));
}

/** Checks one dot with the labels around it; `example.co.jp` is checked dot by dot. */
function isDomain({ label = '', dot = '', top = '', path }: Record<string, string | undefined>) {
  if (!TOP.has(top) && !top.startsWith('xn--')) return false;
  if (COMMON.has(top)) return !(dot.includes('。') && /\s/.test(dot));
  if (/\s/.test(dot) || TITLES.has(label)) return false;
  // After Japanese text, 。 ends a sentence.
  if (dot.includes('。') && /[^a-z\d-]/.test(label)) return false;
  return label.length > 1 || path !== undefined;
}
