import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';

/** Real photos and broken files with known properties; absent on most machines. */
export const CORPUS = process.env['PHOTO_CORPUS'];

export const CORPUS_MISSING = 'PHOTO_CORPUS names no folder of photos/, broken/ and postal/';

export interface CorpusFile {
  name: string;
  file: string;
  /** As stored, before EXIF orientation. */
  width: number;
  height: number;
  /** EXIF, 1 to 8; 1 without one. */
  orientation: number;
  expected: 'accept' | 'reject' | 'either';
}

/** By the column names of the first line. */
export function readRows(...where: string[]): Record<string, string>[] {
  if (CORPUS === undefined) return [];
  const text = readFileSync(path.resolve(CORPUS, ...where), 'utf8');
  const [head = '', ...lines] = text.trimEnd().split('\n');
  const columns = head.split('\t');
  return lines.map((line) => {
    const cells = line.split('\t');
    return Object.fromEntries(columns.map((column, at) => [column, cells[at] ?? '']));
  });
}

/** Names on disk may be NFD, as on some file systems. */
export function readCorpus(folder: 'photos' | 'broken'): CorpusFile[] {
  if (CORPUS === undefined) return [];
  const root = path.resolve(CORPUS, folder);
  const onDisk = new Map(readdirSync(root).map((name) => [name.normalize('NFC'), name]));
  return readRows(folder, 'MANIFEST.tsv').map((row) => {
    const cell = (name: string): string => row[name] ?? '';
    const name = cell('file').normalize('NFC');
    const found = onDisk.get(name);
    if (found === undefined) throw new Error(`${name} is in the manifest but not in ${root}`);
    return {
      name,
      file: path.join(root, found),
      width: Number(cell('width')),
      height: Number(cell('height')),
      orientation: Number(cell('exif_orientation')) || 1,
      expected: cell('expected') as CorpusFile['expected'],
    };
  });
}
