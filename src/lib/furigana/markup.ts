import type { Piece } from './annotate.ts';
import { annotate, isRead } from './annotate.ts';

/** Comments, elements that hold text as it is, and the letters that stand for a person. */
const AS_IT_IS = [
  /<!--plain-->[^]*?<!--\/plain-->|<!--[^]*?-->/,
  /<(?<held>script|style|title|textarea|option|svg|read-text)\b[^]*?<\/\k<held>>/,
  /<(?<letter>\w+)[^>]*\saria-hidden="true"[^>]*>[^<]*<\/\k<letter>>/,
];
const TAG = /<[/!]?[a-zA-Z](?:"[^"]*"|'[^']*'|[^'">])*>/;
const TOKENS = new RegExp(
  [...AS_IT_IS, `(?<tag>${TAG.source})`, '(?<text>[^<]+)']
    .map((part) => (typeof part === 'string' ? part : part.source))
    .join('|'),
  'g',
);

/**
 * A page with the readings of its words. What stands between `<!--plain-->` and `<!--/plain-->`
 * stays as it is. The islands do the same to what they show (islands/furigana), so that React finds
 * the page that it expects.
 */
export function withReadings(html: string): string {
  let before = '';
  return html.replaceAll(TOKENS, (token, ...rest) => {
    const { tag, text } = rest.at(-1) as { tag?: string; text?: string };
    if (text !== undefined) {
      const shown = toHtml(annotate(text, before));
      before = text;
      return shown;
    }
    // A figure may stand in an element of its own: <b>3</b>人.
    if (tag === undefined ? !token.startsWith('<!-- ') : !tag.startsWith('</')) before = '';
    return token;
  });
}

/** One element for a text: in a row of flexible boxes each word would be a box of its own. */
const toHtml = (pieces: Piece[]): string =>
  pieces.some(isRead) ? `<read-text>${pieces.map(toRuby).join('')}</read-text>` : pieces.join('');

// A screen reader knows how to read the word itself.
const toRuby = (piece: Piece): string =>
  isRead(piece) ? `<ruby>${piece[0]}<rt aria-hidden="true">${piece[1]}</rt></ruby>` : piece;
