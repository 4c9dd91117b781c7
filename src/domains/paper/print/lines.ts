/*
 * How many lines a text takes at most, whatever fonts the printing device has: signs as wide as in
 * the widest usual font, in lines broken as `line-break: strict` and `word-break: break-all` do.
 */

const NARROW = /[\u0020-\u007e\uff61-\uff9f]/;
const NARROW_EM = 0.65;
const WIDE_LATIN = /[A-Z%&@mw]/;
const WIDE_LATIN_EM = 1;
const BEYOND = /[\u{1f000}-\u{1ffff}]/u;
const BEYOND_EM = 1.4;
/** What browsers round of a width, in millimetres. */
const ROUNDED = 0.3;

/** Stay on the line of the sign before them: punctuation, small kana, marks. */
const CLINGS =
  /[\p{Pe}\p{Pf}\p{Po}\p{Pd}\p{M}\p{Lm}\p{Sk}\p{Zs}〜～℃°ぁぃぅぇぉっゃゅょゎゕゖァィゥェォッャュョヮヵヶㇰ-ㇿ]/u;
/** Stay on the line of the sign after them. */
const LEADS = /[\p{Ps}\p{Pi}\p{Sc}#"'№]/u;

function widthOf(sign: string): number {
  if (WIDE_LATIN.test(sign)) return WIDE_LATIN_EM;
  if (NARROW.test(sign)) return NARROW_EM;
  return BEYOND.test(sign) ? BEYOND_EM : 1;
}

interface Sign {
  width: number;
  clings: boolean;
  leads: boolean;
}

/** A text has few signs, many times each. */
const signs = new Map<string, Sign>();
const MOST_SIGNS = 5000;

function lookUp(sign: string): Sign {
  if (signs.size > MOST_SIGNS) signs.clear();
  const found = { width: widthOf(sign), clings: CLINGS.test(sign), leads: LEADS.test(sign) };
  signs.set(sign, found);
  return found;
}

/** What is not broken, by its width in em and where it ends. */
interface Pieces {
  widths: number[];
  ends: number[];
}

export function piecesOf(text: string): Pieces {
  const widths: number[] = [];
  const ends: number[] = [];
  let [piece, end, isOpen] = [0, 0, false];
  const close = (): void => {
    if (piece === 0) return;
    widths.push(piece);
    ends.push(end);
    piece = 0;
  };
  for (const sign of text) {
    const { width, clings, leads } = signs.get(sign) ?? lookUp(sign);
    if (!isOpen && !clings) close();
    piece += width;
    end += sign.length;
    isOpen = leads;
  }
  close();
  return { widths, ends };
}

const roomOf = (em: number, width: number): number => Math.max(BEYOND_EM, (width - ROUNDED) / em);

/** @returns how many of the pieces so many lines hold, and the lines that those take */
function fill(widths: readonly number[], room: number, most = Infinity) {
  let [lines, used] = [0, room];
  for (const [count, piece] of widths.entries()) {
    if (used + piece <= room) {
      used += piece;
      continue;
    }
    const isLonger = piece > room;
    // Broken anywhere, so that each line may lack a sign.
    const more = isLonger ? Math.ceil(piece / Math.max(1, room - BEYOND_EM)) : 1;
    if (lines + more > most) return { count, lines };
    lines += more;
    used = isLonger ? room : piece;
  }
  return { count: widths.length, lines };
}

/** @param em in the unit of `width` */
export const linesOfPieces = ({ widths }: Pieces, em: number, width: number): number =>
  fill(widths, roomOf(em, width)).lines;

/** @param em in the unit of `width` */
export const linesOf = (text: string, em: number, width: number): number =>
  linesOfPieces(piecesOf(text), em, width);

const SENTENCE_END = /[。！？!?]/;

/** Where the last whole sentence among the first pieces ends; 0 without any. */
function lastEnd(text: string, { ends }: Pieces, count: number): number {
  for (let at = count; at > 0; at--) {
    const end = ends[at - 1] ?? 0;
    if (SENTENCE_END.test(text.slice(ends[at - 2] ?? 0, end))) return end;
  }
  return 0;
}

/** As many signs as so many lines surely hold. */
const someSigns = (text: string, lines: number, room: number): number =>
  Array.from(text)
    .slice(0, Math.floor((lines * Math.max(1, room - BEYOND_EM)) / BEYOND_EM))
    .join('').length;

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
    const pieces = piecesOf(paragraph);
    const free = lines - used;
    const room = roomOf(em, width);
    const filled = fill(pieces.widths, room, free);
    if (filled.count === pieces.widths.length) {
      taken.push(paragraph);
      used += filled.lines;
      continue;
    }
    const end =
      lastEnd(paragraph, pieces, filled.count) || (free > 2 ? someSigns(paragraph, free, room) : 0);
    const head = paragraph.slice(0, end);
    if (head !== '') taken.push(head);
    used += linesOf(head, em, width);
    return { taken, rest: [paragraph.slice(end), ...paragraphs.slice(index + 1)], lines: used };
  }
  return { taken, rest: [], lines: used };
}
