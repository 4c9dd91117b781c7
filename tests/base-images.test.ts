import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { IMAGE_FILES, listUnpinned, withDigests } from '../scripts/base-images.ts';

const ROOT = path.dirname(import.meta.dirname);
const digestOf = (image: string): string =>
  `sha256:${Buffer.from(image).toString('hex').padEnd(64, '0').slice(0, 64)}`;

test('every base image can be pinned by its digest, and again by a newer one', () => {
  for (const file of IMAGE_FILES) {
    const text = readFileSync(path.join(ROOT, file), 'utf8');
    const pinned = withDigests(text, digestOf);
    expect(pinned, file).toContain('@sha256:');
    expect(listUnpinned(pinned)).toEqual([]);
    expect(withDigests(pinned, digestOf)).toBe(pinned);
    const bases = [...pinned.matchAll(/^\s*(?:FROM|image:) (\S+)/gm)].map(([, name = '']) => name);
    const others = ['${NODE}', 'tsukidayori', 'tsukidayori-demo', 'build'];
    expect(bases.filter((name) => !others.includes(name) && !name.includes('@'))).toEqual([]);
  }
  expect(listUnpinned('FROM node:24.21.0-slim AS a\nFROM node:24.21.0-slim')).toEqual([
    'node:24.21.0-slim',
  ]);
});
