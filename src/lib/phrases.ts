import { Parser, jaModel } from 'budoux';
import { LRUCache } from 'lru-cache';
import { BREAK } from './break.ts';

/**
 * Where a reader of Japanese would break a line. Chromium knows by itself (`word-break:
 * auto-phrase`); in all other engines a heading or a button breaks inside its words.
 */
const parser = new Parser(jaModel);

/** Shorter ones fit on a line, at twice the size too, captions at their own; longer ones are running text. */
const SHORTEST = { heading: 5, label: 5, caption: 15 };
const LONGEST = 200;

const JAPANESE = /[\p{sc=Hira}\p{sc=Kana}\p{sc=Han}]/u;
/** No line begins with these, and none ends with those. */
const NO_START =
  /^[ぁぃぅぇぉっゃゅょゎァィゥェォッャュョヮー\u3005、。，．・：；？！）」』】〉》〕…〜%％]/;
const NO_END = /[（「『【〈《〔]$/;
/** The end of a word that the model does not know: ふりが、な. */
const ONE_KANA = /^\p{sc=Hira}$/u;
const WORD = /[\dA-Za-z０-９Ａ-Ｚａ-ｚ]/;

/** Its も the model takes for a particle: お便りにも、どる. */
const REST_OF_RETURN = /^ど[るりっすし]/;

/** A text's phrases. */
export function phrasesOf(text: string): string[] {
  const phrases: string[] = [];
  for (const phrase of parser.parse(text)) {
    const last = phrases.at(-1);
    if (last?.endsWith('にも') && REST_OF_RETURN.test(phrase)) {
      phrases.splice(-1, 1, last.slice(0, -1), `も${phrase}`);
    } else if (last === undefined || mayBreak(last, phrase)) phrases.push(phrase);
    else phrases[phrases.length - 1] = last + phrase;
  }
  return phrases;
}

const mayBreak = (before: string, after: string): boolean =>
  !NO_START.test(after) &&
  !ONE_KANA.test(after) &&
  !NO_END.test(before) &&
  !(WORD.test(before.at(-1) ?? '') && WORD.test(after[0] ?? ''));

const ENTITY = /(&#?\w+;)/;
const SPACE = /(\s+)/;

const known = new LRUCache<string, string>({ max: 4000 });

/** Escaped text with places to break a line between its phrases. */
function phrased(escaped: string): string {
  if (escaped.length > LONGEST) return escaped;
  const kept = known.get(escaped);
  if (kept !== undefined) return kept;
  const shown = JAPANESE.test(escaped) ? withBreaks(escaped) : escaped;
  known.set(escaped, shown);
  return shown;
}

const withBreaks = (escaped: string): string =>
  escaped
    .split(ENTITY)
    .flatMap((part) => (ENTITY.test(part) ? [part] : part.split(SPACE)))
    .map((part) => (JAPANESE.test(part) ? phrasesOf(part).join(BREAK) : part))
    .join('');

const NAME = /(\/?)([a-z][\w-]*)/iy;
const QUOTE_OR_END = /["'>]/g;
const END_OF: Record<string, RegExp> = {
  script: /<\/script/gi,
  style: /<\/style/gi,
  textarea: /<\/textarea/gi,
  title: /<\/title/gi,
};
/** What React compares with its own, and where a browser takes no other elements. */
const AS_IT_IS = new Set(['astro-island', 'svg', 'math', 'select', 'datalist', 'pre']);
const HEADINGS = new Set(['h1', 'h2', 'h3', 'h4']);
/** What is set large or stands in a narrow place; the style sheets name them too. */
const LABELS = new Set(['a', 'button', 'summary']);

/** Elements that are open at a place of a page. */
interface Open {
  asItIs: number;
  heading: number;
  label: number;
  caption: number;
}

const kindOf = (name: string): keyof Open | null => {
  if (HEADINGS.has(name)) return 'heading';
  if (LABELS.has(name)) return 'label';
  if (AS_IT_IS.has(name)) return 'asItIs';
  return name === 'figcaption' ? 'caption' : null;
};

/** A page of ours whose headings, buttons and the like break between phrases. */
export function withPhrases(html: string): string {
  const pieces = phrasing(html);
  for (;;) {
    const piece = pieces.next();
    if (piece.done) return piece.value;
  }
}

/** The same for a long page. @param turn lets others be answered between its pieces */
export async function withPhrasesInTurns(
  html: string,
  turn: () => Promise<unknown>,
): Promise<string> {
  const pieces = phrasing(html);
  for (;;) {
    const piece = pieces.next();
    if (piece.done) return piece.value;
    await turn();
  }
}

/** Some milliseconds. */
const PIECE = 128 * 1024;

function* phrasing(html: string): Generator<undefined, string> {
  const open: Open = { asItIs: 0, heading: 0, label: 0, caption: 0 };
  let shown = '';
  let done = 0;
  let at = 0;
  let began = 0;
  while (at < html.length) {
    const start = html.indexOf('<', at);
    const end = start === -1 ? html.length : start;
    if (end - at >= leastIn(open)) {
      shown += html.slice(done, at) + phrased(html.slice(at, end));
      done = end;
    }
    at = start === -1 ? end : endOfTag(html, start, open);
    if (at - began > PIECE) {
      began = at;
      yield undefined;
    }
  }
  return done === 0 ? html : shown + html.slice(done);
}

/** How long a text must be to get breaks. */
function leastIn({ asItIs, heading, label, caption }: Open): number {
  if (asItIs > 0) return Infinity;
  if (heading > 0) return SHORTEST.heading;
  if (caption > 0) return SHORTEST.caption;
  return label > 0 ? SHORTEST.label : Infinity;
}

/** Notes what a tag opens or closes. @returns where the text after it begins */
function endOfTag(html: string, start: number, open: Open): number {
  if (html.startsWith('<!--', start)) return after(html, '-->', start);
  NAME.lastIndex = start + 1;
  const [, slash, written = ''] = NAME.exec(html) ?? [];
  const end = endOfQuoted(html, start + 1);
  const name = written.toLowerCase();
  const kind = kindOf(name);
  if (kind === 'label') open.label = slash === '' && !isNamed(html.slice(start, end)) ? 1 : 0;
  else if (kind !== null && html[end - 2] !== '/') open[kind] += slash === '' ? 1 : -1;
  const ending = slash === '' ? END_OF[name] : undefined;
  if (!ending) return end;
  ending.lastIndex = end;
  return ending.exec(html)?.index ?? html.length;
}

/** What is read out has to hold what is seen, to the letter. */
const isNamed = (tag: string): boolean => tag.includes(' aria-label=');

/** A `>` in a quoted value ends no tag. */
function endOfQuoted(html: string, start: number): number {
  let at = start;
  for (;;) {
    QUOTE_OR_END.lastIndex = at;
    const found = QUOTE_OR_END.exec(html);
    if (!found) return html.length;
    if (found[0] === '>') return found.index + 1;
    at = after(html, found[0], found.index + 1);
  }
}

function after(html: string, what: string, start: number): number {
  const found = html.indexOf(what, start);
  return found === -1 ? html.length : found + what.length;
}
