import path from 'node:path';
import { readFile } from 'node:fs/promises';
import { ROOT } from '#server/root.ts';
import { shapeRules } from './archived-letter.ts';

/** The letter's own sheet, and what pages of an archive add to it. */
const FILES = [
  'tokens.css',
  ...['base.css', 'head.css', 'album.css', 'quiet.css', 'making.css'].map(
    (name) => `letter/${name}`,
  ),
  ...['page.css', 'shelf.css', 'print.css'].map((name) => `archive/${name}`),
];

const COMMENT = /\/\*[^*]*\*+(?:[^/*][^*]*\*+)*\/\n?/g;

const IMPORT = /@import [^;]*;\n*/g;

const readRules = async (name: string): Promise<string> =>
  (await readFile(path.join(ROOT, 'src/styles', name), 'utf8'))
    .replace(COMMENT, '')
    .replace(IMPORT, '');

let known: string | undefined;

/** The one style sheet of an archive. */
export const archiveStyle = async (): Promise<string> =>
  (known ??= [...(await Promise.all(FILES.map(readRules))), `${shapeRules()}\n`].join('\n'));
