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
/** What a spelling says about its place: 〜枚, 今〜, 0枚, か月, (月. */
const PLACE = /^(?:〜|\d+|[^一-鿿々])|〜$/;
/** Characters before a word that may tell how it is read: no list names a figure of so many. */
const LOOK_BACK = 8;

/** The words that begin alike, letter by letter. */
interface Branch {
  next: Map<string, Branch>;
  isWord: boolean;
}

const words = new Map<string, string>();
const root: Branch = { next: new Map(), isWord: false };
const pairs = WORDS.trim().split(/\s+/);
for (let at = 0; at < pairs.length; at += 2) {
  const spelling = pairs[at] ?? '';
  words.set(spelling, pairs[at + 1] ?? '');
  let branch = root;
  for (const letter of spelling.replace(PLACE, '')) {
    const next = branch.next.get(letter) ?? { next: new Map(), isWord: false };
    branch.next.set(letter, next);
    branch = next;
  }
  branch.isWord = true;
}

interface Place {
  text: string;
  at: number;
  /** The last characters before it, on this page. */
  previous: string;
  /** The kanji in a row that it belongs to. */
  run: { start: number; end: number };
}

/**
 * A text with the readings of its words, the longest first. Kanji in a row that the list does not
 * hold completely get none: they are a name, or somebody's own words. Takes as long as the text is:
 * anybody's text may stand on a page (P32).
 * @param before the text it follows on the page
 */
export function annotate(text: string, before = ''): Piece[] {
  const pieces: Piece[] = [];
  const last = before.slice(-LOOK_BACK);
  let done = 0;
  for (const { index, 0: kanji } of text.matchAll(RUNS)) {
    const run = { start: Math.max(index, done), end: index + kanji.length };
    if (run.start >= run.end) continue;
    const found = readRun(text, run, last);
    if (!found) continue;
    pieces.push(text.slice(done, run.start));
    for (const piece of found.pieces) pieces.push(piece);
    done = found.end;
  }
  pieces.push(text.slice(done));
  return joined(pieces);
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

function readRun(
  text: string,
  run: Place['run'],
  before: string,
): { pieces: Piece[]; end: number } | undefined {
  const pieces: Piece[] = [];
  let at = run.start;
  while (at < run.end) {
    const word = wordAt({ text, at, previous: lastBefore(text, at, before), run });
    if (word === undefined) return undefined;
    for (const piece of piecesOf(...word)) pieces.push(piece);
    at += word[0].length;
  }
  return { pieces, end: at };
}

const lastBefore = (text: string, at: number, before: string): string =>
  at < LOOK_BACK ? (before + text.slice(0, at)).slice(-LOOK_BACK) : text.slice(at - LOOK_BACK, at);

function wordAt(place: Place): [word: string, reading: string] | undefined {
  const { text, at } = place;
  for (const length of lengthsAt(text, at)) {
    const word = text.slice(at, at + length);
    for (const key of keysOf(word, place)) {
      const reading = words.get(key);
      if (reading !== undefined) return [word, reading];
    }
  }
  return undefined;
}

/** Lengths of the words that stand there, the longest first. */
function lengthsAt(text: string, at: number): number[] {
  const lengths: number[] = [];
  let branch: Branch | undefined = root;
  for (let end = at; branch; end++) {
    if (branch.isWord) lengths.unshift(end - at);
    branch = branch.next.get(text.charAt(end));
  }
  return lengths;
}

/** The spellings in the list that fit this place, the closest first. */
function keysOf(word: string, { text, at, previous, run }: Place): string[] {
  const isFirst = at === run.start;
  const end = at + word.length;
  const keys: string[] = [];
  const figure = isFirst && FIGURE.exec(previous)?.[0];
  if (figure) keys.push(figure + word, `0${word}`);
  if (isFirst) keys.push(previous.slice(-1) + word);
  if (JOINS.test(previous)) keys.push(`〜${word}`);
  if (isFirst && end < run.end) keys.push(`${word}〜`);
  const isWhole = isFirst && end === run.end;
  // One kanji among others could be part of a name.
  const isVerb = end === run.end && IS_KANA.test(text.charAt(end));
  if (word.length > 1 || ((isVerb || isWhole) && !NAME.test(previous))) keys.push(word);
  if (isWhole) keys.push(`〜${word}`, `0${word}`);
  return keys;
}

const pieces = new Map<string, Piece[]>();

/** Kana stay as they are: 使い方 is つか, い and かた. */
function piecesOf(word: string, reading: string): Piece[] {
  const key = `${word} ${reading}`;
  const known = pieces.get(key) ?? split(word, reading);
  pieces.set(key, known);
  return known;
}

function split(word: string, reading: string): Piece[] {
  const parts = word.match(PARTS) ?? [];
  const pattern = parts.map((part) => (IS_KANA.test(part) ? part : '(.+)')).join('');
  const [, ...readings] = new RegExp(`^${pattern}$`).exec(reading) ?? [];
  return parts.map((part) => (IS_KANA.test(part) ? part : [part, readings.shift() ?? '']));
}
