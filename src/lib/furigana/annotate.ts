import { WORDS } from './words.ts';

/** Text, or a written word with its reading. */
export type Piece = string | readonly [written: string, reading: string];

export const isRead = (piece: Piece): piece is Exclude<Piece, string> => typeof piece !== 'string';

const RUNS = /[一-鿿々]+/g;
const PARTS = /[ぁ-ん]+|[^ぁ-ん]+/g;
const FIGURE = /[\d,.]*\d$/;
/** After which a word like 〜用 may stand. */
const JOINS = /[一-鿿々ァ-ヺー\d]$/;
/** A family name: what follows is a given name. */
const NAME = /[一-鿿々ァ-ヺ] $/;
const IS_KANA = /^[ぁ-ん]/;

const words = new Map<string, string>();
const pairs = WORDS.trim().split(/\s+/);
for (let at = 0; at < pairs.length; at += 2) words.set(pairs[at] ?? '', pairs[at + 1] ?? '');
const longest = Math.max(...[...words.keys()].map((word) => word.length));

interface Place {
  text: string;
  at: number;
  /** What stands before it, on this page. */
  previous: string;
  /** The kanji in a row that it belongs to. */
  run: { start: number; end: number };
}

/**
 * A text with the readings of its words, the longest first. Kanji in a row that the list does not
 * hold completely get none: they are a name, or somebody's own words.
 * @param before the text it follows on the page
 */
export function annotate(text: string, before = ''): Piece[] {
  const pieces: Piece[] = [];
  let done = 0;
  for (const { index, 0: kanji } of text.matchAll(RUNS)) {
    const run = { start: Math.max(index, done), end: index + kanji.length };
    if (run.start >= run.end) continue;
    const found = readRun(text, run, before);
    if (!found) continue;
    pieces.push(text.slice(done, run.start), ...found.pieces);
    done = found.end;
  }
  return joined([...pieces, text.slice(done)]);
}

/** React expects one text where a browser reads one. */
function joined(pieces: Piece[]): Piece[] {
  const all: Piece[] = [];
  for (const piece of pieces) {
    const last = all.at(-1);
    if (typeof piece !== 'string' || typeof last !== 'string') all.push(piece);
    else all[all.length - 1] = last + piece;
  }
  return all.filter((piece) => piece !== '');
}

/** Kanji in a row for which the list has no reading. */
export const unreadIn = (text: string): string[] =>
  annotate(text)
    .filter((piece) => typeof piece === 'string')
    .flatMap((piece) => piece.match(RUNS) ?? []);

function readRun(
  text: string,
  run: Place['run'],
  before: string,
): { pieces: Piece[]; end: number } | undefined {
  const pieces: Piece[] = [];
  let at = run.start;
  while (at < run.end) {
    const word = wordAt({ text, at, previous: before + text.slice(0, at), run });
    if (word === undefined) return undefined;
    pieces.push(...wordPieces(...word));
    at += word[0].length;
  }
  return { pieces, end: at };
}

function wordAt(place: Place): [written: string, reading: string] | undefined {
  const { text, at } = place;
  for (let length = Math.min(longest, text.length - at); length > 0; length -= 1) {
    const written = text.slice(at, at + length);
    const reading = keysOf(written, place)
      .map((key) => words.get(key))
      .find((found) => found !== undefined);
    if (reading !== undefined) return [written, reading];
  }
  return undefined;
}

/** The spellings in the list that fit this place, the closest first. */
function keysOf(written: string, { text, at, previous, run }: Place): string[] {
  const isFirst = at === run.start;
  const end = at + written.length;
  const keys: string[] = [];
  const figure = isFirst && FIGURE.exec(previous)?.[0];
  if (figure) keys.push(figure + written, `0${written}`);
  if (isFirst) keys.push((previous.at(-1) ?? '') + written);
  if (JOINS.test(previous)) keys.push(`〜${written}`);
  if (isFirst && end < run.end) keys.push(`${written}〜`);
  const isWhole = isFirst && end === run.end;
  // One kanji among others could be part of a name.
  const isVerb = end === run.end && IS_KANA.test(text.slice(end));
  if (written.length > 1 || ((isVerb || isWhole) && !NAME.test(previous))) keys.push(written);
  if (isWhole) keys.push(`〜${written}`, `0${written}`);
  return keys;
}

/** Kana stay as they are: 使い方 is つか, い and かた. */
function wordPieces(written: string, reading: string): Piece[] {
  const parts = written.match(PARTS) ?? [];
  const pattern = parts.map((part) => (IS_KANA.test(part) ? part : '(.+)')).join('');
  const [, ...readings] = new RegExp(`^${pattern}$`).exec(reading) ?? [];
  return parts.map((part) => (IS_KANA.test(part) ? part : [part, readings.shift() ?? '']));
}
