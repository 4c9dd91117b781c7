import { readdirSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const SRC = path.join(path.dirname(import.meta.dirname), 'src');

/** Files of URLs and of forms are named after what they serve, an engine's after its door. */
const NAMED_BY_ANOTHER = /^(pages|actions|server\/(sqlite|postgres))\//;

const files = readdirSync(SRC, { recursive: true, encoding: 'utf8' }).filter(
  (name) =>
    /(?<!\.test)\.ts$/.test(name) && !NAMED_BY_ANOTHER.test(name) && !/index\.ts$/.test(name),
);

const twice = (keyOf: (file: string) => string): string[] =>
  Object.values(Object.groupBy(files, keyOf))
    .filter((same = []) => same.length > 1)
    .map((same = []) => same.join(' '));

test('no two modules have one name', () => {
  expect(files.length).toBeGreaterThan(400);
  expect(twice((file) => path.basename(file))).toEqual([]);
});

test('no two modules of a folder differ only by a hyphen or an s', () => {
  expect(twice((file) => file.replace(/\.ts$/, '').replaceAll('-', '').replace(/s$/, ''))).toEqual(
    [],
  );
});
