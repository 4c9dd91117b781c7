import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { ROOT } from '#server/root.ts';
import { shapeRules } from './letter.html.ts';

const FILES = [
  'tokens.css',
  ...['page.css', 'letter.css', 'shelf.css', 'wide.css'].map((name) => `archive/${name}`),
];
const COMMENT = /\/\*[^*]*\*+(?:[^/*][^*]*\*+)*\/\n?/g;

const readRules = async (name: string): Promise<string> =>
  (await readFile(path.join(ROOT, 'src/styles', name), 'utf8')).replace(COMMENT, '');

let known: string | undefined;

/** The one style sheet of an archive. */
export async function archiveStyle(): Promise<string> {
  if (known !== undefined) return known;
  const rules = await Promise.all(FILES.map(readRules));
  rules.push(`@media (min-width: 540px), print {\n${shapeRules()}\n}\n`);
  rules.push(await readRules('archive/print.css'));
  return (known = rules.join('\n'));
}
