import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { importsOf } from './support/architecture.ts';
import { circlesOf } from './support/circles.ts';

const ROOT = path.dirname(import.meta.dirname);

const files = ['src', 'db', 'commands'].flatMap((folder) =>
  readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(ts|tsx|astro|css)$/.test(name) && !/\.test\.tsx?$/.test(name))
    .map((name) => path.join(folder, name)),
);

test('no files import each other in a circle, types included', () => {
  const imports = new Map(
    files.map((file) => [
      file,
      importsOf(file, readFileSync(path.join(ROOT, file), 'utf8'), 'and types'),
    ]),
  );
  expect(files.length).toBeGreaterThan(1000);
  expect(circlesOf(files, (file) => imports.get(file) ?? [])).toEqual([]);
});

test('circles are found, at any length', () => {
  const ring: Record<string, string[]> = { a: ['b'], b: ['c'], c: ['a'], d: ['a', 'e'], e: ['d'] };
  expect(circlesOf(Object.keys(ring), (file) => ring[file] ?? [])).toEqual([
    ['a', 'b', 'c'],
    ['d', 'e'],
  ]);
});
