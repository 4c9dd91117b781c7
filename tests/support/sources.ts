import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';

const ROOT = path.resolve(import.meta.dirname, '../..');

const filesUnder = (folder: string): string[] =>
  readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(ts|tsx|mjs|astro|css)$/.test(name))
    .map((name) => path.join(folder, name));

/** All files of code, from the project's folder. */
export const all = ['src', 'db', 'commands', 'demo', 'tests', 'scripts'].flatMap(filesUnder);

export const read = (file: string): string => readFileSync(path.join(ROOT, file), 'utf8');

export const isTest = (file: string): boolean => /\.test\.tsx?$/.test(file);
