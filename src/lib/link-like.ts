import topLevelDomains from 'tlds' with { type: 'json' };

/**
 * Words that a mail program makes a link of, or that are meant to be read as one. Names and
 * subjects stand in mails that go to anybody, so they carry no address of anyone.
 */

const TOP = new Set(topLevelDomains);
/** So common in links that a gap beside the dot, or one letter before it, does not excuse them. */
const COMMON = new Set(['com', 'net', 'org', 'jp', 'co', 'info', 'biz', 'xyz', 'top', 'cn', 'ru']);
/** `St.Mary`, `Mr.Li`, `No.1`: the dot belongs to what is before it. */
const TITLES = new Set(['mr', 'mrs', 'ms', 'dr', 'st', 'mt', 'jr', 'sr', 'no', 'vol', 'prof']);

const SCHEME = /https?(?![a-z])|[a-z]\s*:\s*\/\s*\/|mailto\s*:|www\s*\./;
const MAIL = /[\w.+-]\s*@\s*[\w-]+\s*\.\s*\w/;
const NUMBERS = /(?<![\d.])(?:\d{1,3}\.){3}\d{1,3}(?![\d.])/;
/** Begins at a word's first letter only: long text takes no longer than its length. */
const DOTTED =
  /(?<![\p{L}\p{N}\p{M}-])(?<label>[\p{L}\p{N}\p{M}-]+)(?<dot>\s*[.。]\s*)(?=(?<top>[\p{L}\p{N}\p{M}-]+)(?<path>\/)?)/gu;

/** Full-width, circled and other letters are those they look like; 。 is a dot to browsers. */
const plain = (text: string): string => text.normalize('NFKC').toLowerCase().replace(/\p{M}/gu, '');

/** @param text as a person typed it, e.g. `http://…`, `ｅｘａｍｐｌｅ．ｊｐ` or `a@example.jp` */
export function looksLikeLink(text: string): boolean {
  const read = plain(text);
  if ([SCHEME, MAIL, NUMBERS].some((pattern) => pattern.test(read))) return true;
  return [...read.matchAll(DOTTED)].some(({ groups = {} }) => isDomain(groups));
}

/** One dot and what is on both sides of it; of `example.co.jp` each dot is asked about. */
function isDomain({ label = '', dot = '', top = '', path }: Record<string, string | undefined>) {
  if (!TOP.has(top) && !top.startsWith('xn--')) return false;
  if (COMMON.has(top)) return !(dot.includes('。') && /\s/.test(dot));
  if (/\s/.test(dot) || TITLES.has(label)) return false;
  // Behind Japanese words 。 ends a sentence.
  if (dot.includes('。') && /[^a-z\d-]/.test(label)) return false;
  return label.length > 1 || path !== undefined;
}
