import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readHeif } from './heif.ts';

const bytes = (...parts: (string | number[])[]): number[] =>
  parts.flatMap((part) => (typeof part === 'string' ? [...Buffer.from(part, 'latin1')] : part));
const word = (value: number): number[] => [24, 16, 8, 0].map((by) => (value >>> by) & 255);
const half = (value: number): number[] => [value >> 8, value & 255];
const box = (type: string, ...parts: number[][]): number[] => {
  const body = parts.flat();
  return [...word(body.length + 8), ...bytes(type), ...body];
};
const full = (type: string, version: number, ...parts: number[][]): number[] =>
  box(type, [version, 0, 0, 0], ...parts);

/** A TIFF block with one date. */
const tiff = bytes(
  'MM\0*',
  ...[word(8), half(1), half(0x8769), half(4), word(1), word(26), word(0)],
  ...[half(1), half(0x9003), half(2), word(20), word(44), word(0)],
  '2026:11:03 10:20:30\0',
);
const exif = [...word(6), ...bytes('Exif\0\0'), ...tiff];
const xmp = bytes('<x exif:DateTimeOriginal="2026-11-05T09:00:00"/>');

const ftyp = box('ftyp', bytes('heic'), word(0), bytes('mif1heic'));
const picture = full('infe', 2, half(1), half(0), bytes('hvc1\0'));
const exifEntry = full('infe', 2, half(2), half(0), bytes('Exif\0'));
const xmpEntry = full('infe', 2, half(2), half(0), bytes('mime\0application/rdf+xml\0'));

interface Shape {
  item?: number[];
  entry?: number[];
  /** The list of items, and where the wanted one is. */
  info?: (entry: number[]) => number[];
  place?: (from: number, length: number) => number[];
  isInside?: boolean;
  colours?: number[];
}

const info = (entry: number[]): number[] => full('iinf', 0, half(2), picture, entry);
const place = (from: number, length: number): number[] =>
  full('iloc', 0, [0x44, 0], half(1), half(2), half(0), half(1), word(from), word(length));

/** Its item stands behind the list, whose length does not depend on where that is. */
function heic(shape: Shape = {}): number[] {
  const { item = exif, entry = exifEntry, isInside = false, colours = [] } = shape;
  const write = (from: number): number[] =>
    full(
      'meta',
      0,
      full('hdlr', 0, word(0), bytes('pict')),
      (shape.info ?? info)(entry),
      (shape.place ?? place)(from, item.length),
      colours,
      ...(isInside ? [box('idat', item)] : []),
    );
  const head = [...ftyp, ...write(0)];
  return [...ftyp, ...write(isInside ? 0 : head.length + 8), ...box('mdat', isInside ? [] : item)];
}

const read = (file: number[]) => readHeif(new Blob([Uint8Array.from(file)]));
const DAY = '2026-11-03';

test.each<[string, Shape, string]>([
  ['EXIF of an iPhone', {}, DAY],
  ['EXIF without a name before it', { item: [...word(0), ...tiff] }, DAY],
  ['XMP alone', { item: xmp, entry: xmpEntry }, '2026-11-05'],
  [
    'numbers of 32 bits',
    {
      entry: full('infe', 3, word(2), half(0), bytes('Exif\0')),
      info: (entry) => full('iinf', 1, word(2), entry),
      place: (from, length) =>
        full(
          'iloc',
          2,
          [0x44, 0x40],
          word(1),
          word(2),
          half(0),
          half(0),
          word(from - 8),
          half(1),
          word(8),
          word(length),
        ),
    },
    DAY,
  ],
  [
    'an index, and addresses of 64 bits',
    {
      place: (from, length) =>
        full(
          'iloc',
          1,
          [0x88, 0x08],
          half(1),
          half(2),
          half(0),
          half(0),
          half(1),
          [...word(0), ...word(1)],
          [...word(0), ...word(from)],
          [...word(0), ...word(length)],
        ),
    },
    DAY,
  ],
  [
    'an item within the list',
    {
      isInside: true,
      place: (from, length) =>
        full(
          'iloc',
          1,
          [0x44, 0],
          half(1),
          half(2),
          half(1),
          half(0),
          half(1),
          word(from),
          word(length),
        ),
    },
    DAY,
  ],
])('the day of %s', async (_what, shape, day) => {
  expect(await read(heic(shape))).toEqual({ day, isWide: false });
});

test('the list may stand behind the pictures, and these may be long', async () => {
  const [start, rest] = [heic().slice(0, ftyp.length), heic().slice(ftyp.length)];
  expect(
    (await read([...start, ...box('free', Array<number>(50).fill(0)), ...rest])).day,
  ).toBeNull();
  const long = [...word(1), ...bytes('mdat'), ...word(0), ...word(24), ...word(7), ...word(7)];
  const shifted = heic({ place: (from, length) => place(from + 24, length) }).slice(ftyp.length);
  expect((await read([...start, ...long, ...shifted])).day).toBe(DAY);
});

test("an iPhone's colours are told by their profile", async () => {
  const name = bytes('D\0i\0s\0p\0l\0a\0y\0 \0P\x003');
  const colours = box('iprp', box('ipco', box('colr', bytes('prof'), name)));
  expect((await read(heic({ colours }))).isWide).toBe(true);
});

test('whatever is cut or changed has the day or none, and never fails', async () => {
  const whole = heic();
  await fc.assert(
    fc.asyncProperty(
      fc.nat(whole.length),
      fc.nat(whole.length - 1),
      fc.nat(255),
      async (length, at, value) => {
        const file = whole.slice(0, length);
        if (at < length) file[at] = value;
        const { day } = await read(file);
        expect(day === null || /^\d{4}-\d\d-\d\d$/.test(day)).toBe(true);
      },
    ),
  );
});
