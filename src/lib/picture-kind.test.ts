import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { pictureKind } from './picture-kind.ts';

const bytes = (text: string): Uint8Array => Uint8Array.from(text, (one) => one.charCodeAt(0));
const ftyp = (major: string, ...others: string[]): string =>
  `\0\0\0${String.fromCharCode(16 + 4 * others.length)}ftyp${major}\0\0\0\0${others.join('')}`;

test.each([
  ['a JPEG', '\xff\xd8\xff\xe1\0\x10Exif', 'jpeg'],
  ['a PNG', '\x89PNG\r\n\x1a\n\0\0\0\rIHDR', 'png'],
  ['an iPhone', ftyp('heic', 'mif1', 'MiHE', 'miaf', 'MiHB', 'heic'), 'heic'],
  ['ten bits', ftyp('heix', 'mif1', 'heix'), 'heic'],
  ['a burst', ftyp('hevc', 'msf1', 'hevc'), 'heic'],
  ['a sequence', ftyp('msf1', 'hevx'), 'heic'],
  ['an Android phone, which puts HEIF first', ftyp('mif1', 'heic', 'miaf'), 'heic'],
  ['a general brand', ftyp('isom', 'mif1', 'heic'), 'heic'],
  ['no other brands', ftyp('heic'), 'heic'],
  ['cut after its brand', ftyp('heic', 'mif1').slice(0, 12), 'heic'],
  ['AVIF', ftyp('avif', 'mif1', 'miaf'), null],
  ['AVIF, HEIF first', ftyp('mif1', 'avif', 'miaf'), null],
  ['a film', ftyp('mp42', 'isom', 'mp42'), null],
  ['a film of an iPhone', ftyp('qt  '), null],
  ['a raw picture', ftyp('crx ', 'crx ', 'isom'), null],
  ['brands beyond the box', `${ftyp('mp42', 'isom')}heicmif1`, null],
  ['a brand without a box', 'ftypheic', null],
  ['GIF', 'GIF89a', null],
  ['WebP', 'RIFF\0\0\0\0WEBPVP8 ', null],
  ['half of a signature', '\x89PNG', null],
  ['text', 'heic', null],
  ['nothing', '', null],
])('%s', (_what, start, kind) => {
  expect(pictureKind(bytes(start))).toBe(kind);
});

test('a whole file is as good as its start', () => {
  const icon = readFileSync(path.join(import.meta.dirname, '../../public/icon-192.png'));
  expect(pictureKind(icon)).toBe('png');
});
