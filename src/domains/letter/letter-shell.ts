import { LRUCache } from 'lru-cache';
import { withPhrases } from '#lib/phrases.ts';
import type { Drawn, Render } from '#server/http/ready-pages.ts';
import { randomToken } from '#server/secrets.ts';
import type { LetterPage } from './letter-page.ts';

/**
 * What surrounds a letter is the same for nearly all families of a month, and Astro takes longer for
 * it than the letter takes: it renders a shell with a mark in each place where pages differ. The
 * frame and which parts are empty are the shell's key; each family's parts are put in the places of
 * the marks. A mark is random and never sent, so that no text can hold one.
 */
const shells = new LRUCache<string, Shell>({ max: 100 });

interface Shell {
  start: string;
  /** Which value, the tag that it directly follows if it does, and what follows it. */
  rest: { value: number; inside: string; text: string }[];
  headers: Headers;
}

const MARK = randomToken();
/** Directly before a value: a button's words break, and a value may be those alone. */
const TAG = /^<(\w+)[^<>]*>$/;
const FIRST = 'a'.charCodeAt(0);
const markOf = (index: number): string => MARK + String.fromCharCode(FIRST + index);

const valuesOf = ({ reader, parts }: LetterPage): string[] => [
  reader.residentToken,
  reader.familyToken,
  ...Object.values<string>({ ...parts }),
];

/** The page with marks for its values; what it has not stays empty. */
function withMarks({ frame, parts, reader }: LetterPage): LetterPage {
  const names = [...Object.keys(reader), ...Object.keys(parts)];
  const marked = Object.entries<string>({ ...parts }).map(([name, value]) => [
    name,
    value === '' ? '' : markOf(names.indexOf(name)),
  ]);
  return {
    frame,
    parts: Object.fromEntries(marked) as LetterPage['parts'],
    reader: { residentToken: markOf(0), familyToken: markOf(1) },
  };
}

/** A letter's page, of which Astro renders only what no letter before had in common with it. */
export async function fillShell(
  page: LetterPage,
  render: (locals: { letterPage: LetterPage }) => ReturnType<Render>,
): Promise<Drawn | null> {
  const values = valuesOf(page);
  const key = JSON.stringify([page.frame, values.map((value) => value !== '')]);
  let shell = shells.get(key);
  if (!shell) {
    const response = await render({ letterPage: withMarks(page) });
    if (response.status !== 200) return null;
    const [start = '', ...rest] = (await response.text()).split(MARK);
    let before = start;
    shell = {
      start,
      rest: rest.map((text) => {
        const tag = TAG.exec(before.slice(before.lastIndexOf('<')))?.[1];
        before += text.slice(1);
        return {
          value: text.charCodeAt(0) - FIRST,
          inside: tag === undefined ? '' : `<${tag}>`,
          text: text.slice(1),
        };
      }),
      headers: response.headers,
    };
    shells.set(key, shell);
  }
  const { start, rest, headers } = shell;
  let html = start;
  for (const { value, inside, text } of rest) {
    html += withPhrases(inside + (values[value] ?? '')).slice(inside.length) + text;
  }
  return { html, headers };
}
