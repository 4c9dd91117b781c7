import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { paths } from '#lib/paths.ts';
import { scriptsOf, totalOf, weighScripts } from '../support/script-weight.ts';
import { ROOT } from '../support/server.ts';
import { awaitsAtTop } from '../support/top-level-await.ts';
import { useSite } from './site.ts';

const site = useSite();
const ASSETS = path.join(ROOT, 'dist/client/_astro');
const MAX_BYTES = 110_000;

const NEEDED = ['hydrate', 'ItemsList', 'UploadDropZone', 'SideMenu', 'DeadlineBar', 'Admin'];
const LATER = ['uploader', 'direct-upload', 'heic', 'libheif', 'SingleUpload', 'resume'];

const partOf = (file: string): string => file.split('.')[0] ?? '';

test.each([
  ['all photos', () => paths.items],
  ['photos of a resident', () => paths.residentItems(site().world.cast.resident.id)],
])('%s: scripts are at most 110 KB (brotli)', async (_page, target) => {
  const { text } = await site().ask('admin', target());
  const sizes = weighScripts(ASSETS, scriptsOf(text));
  const parts = [...sizes.keys()].map(partOf);
  expect(parts).toEqual(expect.arrayContaining(NEEDED));
  expect(parts.filter((part) => LATER.includes(part))).toEqual([]);
  const inline = [...text.matchAll(/<script[^>]*>([^]*?)<\/script>/g)].map(([, code]) => code);
  // On the wire like the files: the page is compressed as well.
  const inPage = brotliCompressSync(inline.join('')).length;
  expect(totalOf(sizes) + inPage).toBeLessThanOrEqual(MAX_BYTES);
});

test('no script awaits at its top level, those of libraries included', () => {
  const scripts = readdirSync(ASSETS).filter((name) => name.endsWith('.js'));
  expect(scripts.length).toBeGreaterThan(30);
  const code = (name: string): string => readFileSync(path.join(ASSETS, name), 'utf8');
  expect(scripts.filter((name) => awaitsAtTop(code(name)))).toEqual([]);
});
