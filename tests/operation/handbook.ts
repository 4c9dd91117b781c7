import { readFileSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from '../support/server.ts';

type Replace = Record<string, string>;
type Language = 'sh' | 'yaml';

/** The handbook's pages. */
const PAGES = [
  'docs/operations.ja.md',
  ...['month', 'trouble', 'reference', 'backup'].map((name) => `docs/operations/${name}.ja.md`),
];

const textOf = (document: string): string => readFileSync(path.join(ROOT, document), 'utf8');

/**
 * The commands under a heading of the handbook, word for word but for what a reader replaces.
 * @param containing a part of the block that is meant
 * @param replace each must be there
 * @param language of the block
 */
export function commands(
  heading: string,
  containing: string,
  replace: Replace = {},
  language: Language = 'sh',
): string {
  const page = PAGES.find((name) => textOf(name).includes(`\n${heading}\n`));
  if (page === undefined) throw new Error(`no page of the handbook has ${heading}`);
  return commandsIn(page, heading, containing, replace, language);
}

const BLOCKS: Record<Language, RegExp> = {
  sh: /^ *```sh\n([^]*?)^ *```$/gm,
  yaml: /^ *```yaml\n([^]*?)^ *```$/gm,
};

/** The same of another document. */
export function commandsIn(
  document: string,
  heading: string,
  containing: string,
  replace: Replace = {},
  language: Language = 'sh',
): string {
  const text = textOf(document);
  const start = text.indexOf(`\n${heading}\n`);
  if (start < 0) throw new Error(`${document} has no ${heading}`);
  const blocks = [...text.slice(start).matchAll(BLOCKS[language])];
  const block = blocks.map(([, lines = '']) => lines).find((lines) => lines.includes(containing));
  if (block === undefined) throw new Error(`no ${containing} under ${heading} of ${document}`);
  let script = block;
  for (const [from, to] of Object.entries(replace)) {
    if (!script.includes(from)) throw new Error(`no ${from} in:\n${block}`);
    script = script.replaceAll(from, to);
  }
  return script;
}
