import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { IMAGE_FILES, listUnpinned, withDigests } from '../scripts/base-images.ts';

const ROOT = path.dirname(import.meta.dirname);
const digestOf = (image: string): string =>
  `sha256:${Buffer.from(image).toString('hex').padEnd(64, '0').slice(0, 64)}`;

test('every base image can be pinned by its digest, and again by a newer one', () => {
  for (const file of IMAGE_FILES) {
    const text = readFileSync(path.join(ROOT, file), 'utf8').replaceAll(/@sha256:[0-9a-f]+/g, '');
    const pinned = withDigests(text, digestOf);
    // Nothing else is changed.
    expect(pinned.replaceAll(/(?<=^(?:ARG NODE=| +image: )\S+)@sha256:[0-9a-f]+/gm, '')).toBe(text);
    expect(pinned, file).toContain('@sha256:');
    expect(listUnpinned(pinned)).toEqual([]);
    expect(withDigests(pinned, digestOf)).toBe(pinned);
    const bases = [...pinned.matchAll(/^\s*(?:FROM|image:) (\S+)/gm)].map(([, name = '']) => name);
    const others = ['${NODE}', 'tsukidayori', 'tsukidayori-demo', 'build'];
    expect(bases.filter((name) => !others.includes(name) && !name.includes('@'))).toEqual([]);
  }
  const all = IMAGE_FILES.flatMap((file) =>
    listUnpinned(readFileSync(path.join(ROOT, file), 'utf8').replaceAll(/@sha256:[0-9a-f]+/g, '')),
  );
  expect(all.map((name) => name.split(':')[0])).toEqual(['node', 'caddy', 'postgres', 'caddy']);
});
