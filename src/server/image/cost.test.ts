import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { costOfFile, refusalOfCost } from './cost.ts';

const folder = mkdtempSync(path.join(os.tmpdir(), 'tsukidayori-cost-test-'));
afterAll(() => rmSync(folder, { recursive: true }));

const LIMITS = { jpeg: 110_000_000, png: 50_000_000 };
const costOf = async (...parts: Buffer[]) => {
  const file = path.join(folder, 'picture');
  writeFileSync(file, Buffer.concat(parts));
  return costOfFile(file);
};
const refusalOf = async (...parts: Buffer[]) => refusalOfCost(await costOf(...parts), LIMITS);

const bytes = (...values: number[]) => Buffer.from(values);
const u16 = (value: number) => [value >> 8, value & 255];
const SOI = bytes(0xff, 0xd8);
const EOI = bytes(0xff, 0xd9);
const segment = (marker: number, data: Buffer) =>
  Buffer.concat([bytes(0xff, marker, ...u16(data.length + 2)), data]);
/** Three components; the first with so many blocks for one of each other. */
const frame = (marker: number, width: number, height: number, sampling = 0x22) =>
  segment(
    marker,
    bytes(8, ...u16(height), ...u16(width), 3, 1, sampling, 0, 2, 0x11, 1, 3, 0x11, 1),
  );
const scan = (components: number[], data = Buffer.alloc(10)) =>
  Buffer.concat([
    segment(0xda, bytes(components.length, ...components.flatMap((id) => [id, 0]), 0, 63, 0)),
    data,
  ]);
const ALL = [1, 2, 3];

describe('a sequential JPEG', () => {
  test('costs the same memory at any size', async () => {
    const small = await costOf(SOI, frame(0xc0, 400, 300), scan(ALL), EOI);
    const large = await costOf(SOI, frame(0xc0, 12_000, 9000), scan(ALL), EOI);
    expect([small.previewMb, small.variantsMb]).toEqual([large.previewMb, large.variantsMb]);
    expect(refusalOfCost(large, LIMITS)).toBeNull();
  });

  test('of a panorama is counted with its long lines', async () => {
    const panorama = await costOf(SOI, frame(0xc0, 20_000, 1500), scan(ALL), EOI);
    const plain = await costOf(SOI, frame(0xc0, 6000, 5000), scan(ALL), EOI);
    expect(panorama.variantsMb).toBe(plain.variantsMb + 55);
    expect(panorama.previewMb).toBe(plain.previewMb + 55);
    expect(panorama.isByEdge).toBe(false);
    expect(refusalOfCost(panorama, LIMITS)).toBeNull();
  });

  test('is limited in pixels', async () => {
    expect(await refusalOf(SOI, frame(0xc0, 12_000, 9200), scan(ALL), EOI)).toBe('pixels');
  });

  test('data after its scan costs nothing', async () => {
    const behind = Buffer.concat(Array<Buffer>(1000).fill(scan(ALL)));
    const { decodeMs } = await costOf(SOI, frame(0xc0, 400, 300), scan(ALL), EOI, behind);
    expect(decodeMs).toBeLessThan(10);
  });
});

describe('a JPEG with many scans', () => {
  test('is held as coefficients: 3 bytes a pixel at 4:2:0, 6 at 4:4:4', async () => {
    const plain = await costOf(SOI, frame(0xc0, 4000, 3000), scan(ALL), EOI);
    const each = async (sampling: number) =>
      (await costOf(SOI, frame(0xc2, 4000, 3000, sampling), scan(ALL), EOI)).previewMb -
      plain.previewMb;
    expect(await each(0x22)).toBeCloseTo(36, -1);
    expect(await each(0x11)).toBeCloseTo(72, -1);
  });

  test('counts as buffered with one scan per component', async () => {
    const scans = ALL.map((id) => scan([id]));
    expect(await refusalOf(SOI, frame(0xc0, 12_000, 9000), ...scans, EOI)).toBe('costly');
  });

  test('is refused for its scans, wherever they hide', async () => {
    const stuffed = Buffer.from([1, 0xff, 0, 0xff, 0xd0, 0xff, 0xff, 0]);
    const scans = (count: number) => Array<Buffer>(count).fill(scan(ALL, stuffed));
    expect(await refusalOf(SOI, frame(0xc2, 8000, 6000), ...scans(10), EOI)).toBeNull();
    expect(await refusalOf(SOI, frame(0xc2, 8000, 6000), ...scans(60), EOI)).toBe('costly');
    const comment = segment(0xfe, Buffer.alloc(65_000, 0xff));
    const hidden = [...scans(30), comment, comment, ...scans(30)];
    expect(await refusalOf(SOI, frame(0xc2, 8000, 6000), ...hidden, EOI)).toBe('costly');
  });

  test('may have scans after its end', async () => {
    const scans = Array<Buffer>(60).fill(scan(ALL));
    expect(await refusalOf(SOI, frame(0xc2, 8000, 6000), scan(ALL), EOI, ...scans)).toBeNull();
  });

  test('of a panorama is bounded by its edge where its area would cost too much', async () => {
    const of = (width: number, height: number) =>
      costOf(SOI, frame(0xc2, width, height), scan(ALL), EOI);
    expect(await of(20_000, 1500)).toMatchObject({ isByEdge: false });
    const large = await of(16_000, 3000);
    expect(large.isByEdge).toBe(true);
    expect(refusalOfCost(large, LIMITS)).toBeNull();
  });

  test('costs one more copy if it is rotated', async () => {
    const exif = (orientation: number) =>
      segment(
        0xe1,
        Buffer.concat([
          Buffer.from('Exif\0\0MM\0*\0\0\0\x08\0\x01', 'latin1'),
          bytes(0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, orientation, 0, 0),
        ]),
      );
    const turned = (orientation: number) =>
      costOf(SOI, exif(orientation), frame(0xc2, 8000, 6000), scan(ALL), EOI);
    const difference = (await turned(6)).variantsMb - (await turned(1)).variantsMb;
    expect(difference).toBeCloseTo(50, -1);
    const cut = segment(0xe1, Buffer.from('Exif\0\0MM\0*\xff\xff\xff\xff', 'latin1'));
    const unclear = await costOf(SOI, cut, frame(0xc2, 8000, 6000), scan(ALL), EOI);
    expect(unclear.variantsMb).toBe((await turned(6)).variantsMb);
  });
});

test('arithmetic coding is refused, whatever it contains', async () => {
  expect(await refusalOf(SOI, frame(0xc9, 40, 30), scan(ALL), EOI)).toBe('costly');
});

test('invalid data is left to the decoder', async () => {
  const cases = [
    [],
    [Buffer.alloc(100_000, 0xff)],
    [SOI],
    [SOI, EOI],
    [SOI, bytes(0xff, 0xc0, 0, 1)],
    [SOI, bytes(0xff, 0xc2, 0xff, 0xff, 8)],
    [SOI, frame(0xc2, 8000, 6000), EOI],
    [Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')],
    [Buffer.from('\x89PNG\r\n\x1a\n\0\0\0\rIEND', 'latin1'), Buffer.alloc(100)],
  ];
  for (const parts of cases) expect(await costOf(...parts)).toMatchObject({ format: null });
});

describe('a PNG', () => {
  const chunk = (type: string, data: Buffer) => {
    const head = Buffer.alloc(8);
    head.writeUInt32BE(data.length);
    head.write(type, 4);
    return Buffer.concat([head, data, Buffer.alloc(4)]);
  };
  const png = (width: number, height: number, [depth, colour, interlace]: number[] = [8, 2, 0]) => {
    const data = Buffer.alloc(13);
    data.writeUInt32BE(width);
    data.writeUInt32BE(height, 4);
    data.set([depth ?? 8, colour ?? 2, 0, 0, interlace ?? 0], 8);
    return Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), chunk('IHDR', data)]);
  };
  const END = chunk('IEND', Buffer.alloc(0));

  test('is held completely if interlaced', async () => {
    const plain = await costOf(png(5000, 4000), END);
    const woven = await costOf(png(5000, 4000, [8, 2, 1]), END);
    expect(woven.previewMb - plain.previewMb).toBeGreaterThan(45);
    expect(await refusalOf(png(8000, 6000, [8, 6, 1]), END)).toBe('costly');
    expect(await refusalOf(png(8000, 6000, [8, 6, 0]), END)).toBeNull();
  });

  test('counts a palette as its colours, including the transparent one', async () => {
    const plain = await costOf(png(5000, 4000, [8, 3, 1]), END);
    const clear = await costOf(png(5000, 4000, [8, 3, 1]), chunk('tRNS', Buffer.alloc(1)), END);
    expect(clear.previewMb).toBeGreaterThan(plain.previewMb + 15);
  });

  test('is refused for texts that unpack to much, before or after its pixels', async () => {
    const texts = (type: string, head: string) =>
      Array<Buffer>(40).fill(chunk(type, Buffer.concat([Buffer.from(head), Buffer.alloc(7000)])));
    expect(await refusalOf(png(64, 64), ...texts('zTXt', 'Comment\0\0'), END)).toBe('costly');
    const pixels = chunk('IDAT', Buffer.alloc(100));
    const packed = texts('iTXt', 'XML:com.adobe.xmp\0\x01');
    expect(await refusalOf(png(64, 64), pixels, ...packed, END)).toBe('costly');
    const plain = texts('iTXt', 'XML:com.adobe.xmp\0\0');
    expect(await refusalOf(png(64, 64), pixels, ...plain, END)).toBeNull();
  });

  test('must not be wider than a JPEG or larger than allowed', async () => {
    expect(await refusalOf(png(65_536, 1), END)).toBe('pixels');
    expect(await refusalOf(png(8000, 6300), END)).toBe('pixels');
  });
});
