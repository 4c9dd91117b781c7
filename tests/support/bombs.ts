import type { CostlyShape } from './costly-pictures.ts';
import { ORDINARY, encodeCostly, missingEncoder } from './costly-pictures.ts';
import { flatPng, manyTexts } from './hostile-png.ts';
import { jpeg } from './pictures.ts';

/** A small file that would take gigabytes, minutes or both. */
interface Bomb {
  name: string;
  type: 'image/jpeg' | 'image/png';
  bytes: Buffer;
}

const GREY = { ...ORDINARY, components: 1, sampling: '1x1', content: 'flat' } as const;

/** Those from a real encoder only where one is installed. */
export async function makeBombs(): Promise<Bomb[]> {
  const encoded = missingEncoder() ? [] : encodedBombs();
  return [...pngBombs(), ...(await sizedBombs()), ...encoded];
}

function pngBombs(): Bomb[] {
  const flat = { width: 11_000, height: 11_000, depth: 8, colour: 0, isInterlaced: false } as const;
  const all: [string, Buffer][] = [
    ['121 megapixels', flatPng(flat)],
    [
      '48 megapixels, interlaced',
      flatPng({ ...flat, width: 8000, height: 6000, colour: 6, isInterlaced: true }),
    ],
    [
      '48 megapixels of 64 bits',
      flatPng({ ...flat, width: 8000, height: 6000, depth: 16, colour: 6 }),
    ],
    ['a million pixels wide', flatPng({ ...flat, width: 1_000_000, height: 40 })],
    ['40 texts of 8 MB', manyTexts(40)],
    ['900 texts of 8 MB', manyTexts(900)],
  ];
  return all.map(([name, bytes]) => ({ name: `PNG, ${name}`, type: 'image/png', bytes }));
}

/** A valid JPEG that claims the largest size. */
async function sizedBombs(): Promise<Bomb[]> {
  const bytes = Buffer.from(await jpeg());
  const frame = bytes.indexOf(Buffer.from([0xff, 0xc0, 0]));
  bytes.writeUInt16BE(65_500, frame + 5);
  bytes.writeUInt16BE(65_500, frame + 7);
  return [{ name: 'JPEG, 4,290 megapixels', type: 'image/jpeg', bytes }];
}

function encodedBombs(): Bomb[] {
  const large = { ...ORDINARY, width: 10_000, height: 7500, content: 'flat' } as const;
  const grey = { ...GREY, width: 8000, height: 6000, coding: 'progressive' } as const;
  const shapes: [string, CostlyShape][] = [
    ['progressive, 75 megapixels', { ...large, coding: 'progressive' }],
    ['100 scans', { ...grey, scans: 100 }],
    ['one component after the other', { ...large, coding: 'one by one' }],
    ['a scan 1,000 times', { ...grey, width: 4000, height: 3000, scans: 12, repeats: 1000 }],
    ['arithmetic', { ...ORDINARY, content: 'flat', coding: 'arithmetic' }],
  ];
  return shapes.map(([name, shape]) => ({
    name: `JPEG, ${name}`,
    type: 'image/jpeg',
    bytes: encodeCostly(shape),
  }));
}
