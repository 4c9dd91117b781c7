import type { Hash } from 'node:crypto';
import { createHash } from 'node:crypto';
import type { GzipHead } from '#server/http/compress.ts';
import { gzipHead } from '#server/http/compress.ts';
import { randomToken } from '#server/secrets.ts';
import type { Utf8 } from '#server/utf8.ts';
import { utf8Of } from '#server/utf8.ts';
import type { LetterPage } from './letter-page.server.ts';

/** In no text of anybody: random, and never sent. */
const MARK = randomToken();
const FIRST_SIGN = 'a'.charCodeAt(0);

const markOf = (index: number): string => MARK + String.fromCharCode(FIRST_SIGN + index);

const valuesOf = ({ reader, parts }: LetterPage): string[] => [
  reader.residentToken,
  reader.familyToken,
  ...Object.values(parts),
];

/** Everything a shell depends on: pages with the same key differ in nothing but their values. */
export const shellKey = (page: LetterPage): string =>
  JSON.stringify([page.frame, valuesOf(page).map((value) => (value === '' ? 0 : 1))]);

/** The page with marks for its values; what it has not stays empty. */
export function withMarks({ frame, parts, reader }: LetterPage): LetterPage {
  const marked = Object.entries(parts).map(([name, value], index) => [
    name,
    value === '' ? '' : markOf(index + Object.keys(reader).length),
  ]);
  return {
    frame,
    parts: Object.fromEntries(marked) as LetterPage['parts'],
    reader: { residentToken: markOf(0), familyToken: markOf(1) },
  };
}

/** A rendered page with marks, into which each family's values are filled. */
export class LetterShell {
  readonly #start: Utf8;
  readonly #head: GzipHead;
  /** Which value, and what follows it. */
  readonly #rest: { value: number; text: Utf8 }[];
  readonly #css: Hash;

  /** @param html of a page `withMarks` */
  constructor(html: string) {
    const [start = '', ...rest] = html.split(MARK);
    this.#start = utf8Of(start);
    this.#head = gzipHead(this.#start);
    this.#rest = rest.map((text) => ({
      value: text.charCodeAt(0) - FIRST_SIGN,
      text: utf8Of(text.slice(1)),
    }));
    const [, css = ''] = /<style>([^]*?)(?:<\/style>|$)/.exec(start) ?? [];
    this.#css = createHash('sha256').update(css);
  }

  fill(page: LetterPage) {
    const values = valuesOf(page);
    let rest = '';
    for (const { value, text } of this.#rest) rest += (values[value] ?? '') + text;
    const css = this.#css.copy().update(page.parts.photoRules);
    return {
      html: (this.#start + rest) as Utf8,
      parts: { head: this.#head, rest: rest as Utf8 },
      styleHash: `'sha256-${css.digest('base64')}'`,
    };
  }
}
