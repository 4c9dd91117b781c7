/** At most half an em wide. */
const NARROW = /[\u0020-\u007e\uff61-\uff9f]/;
const NARROW_EM = 0.65;
const BEYOND = /[\u{1f000}-\u{1ffff}]/u;
const BEYOND_EM = 1.4;
/** Punctuation that may not begin a line takes the preceding character along. */
const KEPT_FREE_EM = 1.5;

const signWidth = (sign: string): number =>
  NARROW.test(sign) ? NARROW_EM : BEYOND.test(sign) ? BEYOND_EM : 1;

export const widthOf = (text: string): number =>
  Array.from(text).reduce((sum, sign) => sum + signWidth(sign), 0);

/** An upper bound: the printing device has other fonts. @param em in the unit of `width` */
export const linesOf = (text: string, em: number, width: number): number =>
  linesFor(widthOf(text), em, width);

/** @param length of the text, in em */
export const linesFor = (length: number, em: number, width: number): number =>
  Math.ceil(length / Math.max(1, width / em - KEPT_FREE_EM));

function cut(text: string, lines: number, em: number, width: number): [string, string] {
  const sentences = text.split(/(?<=[。！？!?])/);
  let head = '';
  for (const sentence of sentences) {
    if (linesOf(head + sentence, em, width) > lines) break;
    head += sentence;
  }
  if (head === '' && linesOf(text, em, width) > lines && lines > 2) {
    const most = Math.floor((lines * Math.max(1, width / em - KEPT_FREE_EM)) / BEYOND_EM);
    head = Array.from(text).slice(0, most).join('');
  }
  return [head, text.slice(head.length)];
}

/** Fills a page with paragraphs. @returns what fits, and the rest */
export function fillLines(
  paragraphs: readonly string[],
  lines: number,
  em: number,
  width: number,
): { taken: string[]; rest: string[]; lines: number } {
  const taken: string[] = [];
  let used = 0;
  for (const [index, paragraph] of paragraphs.entries()) {
    const need = linesOf(paragraph, em, width);
    if (used + need <= lines) {
      taken.push(paragraph);
      used += need;
      continue;
    }
    const [head, tail] = cut(paragraph, lines - used, em, width);
    if (head !== '') taken.push(head);
    used += linesOf(head, em, width);
    return { taken, rest: [tail, ...paragraphs.slice(index + 1)], lines: used };
  }
  return { taken, rest: [], lines: used };
}
