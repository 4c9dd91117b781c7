import sharp from 'sharp';
import { flatPng, pngChunk } from './hostile-png.ts';
import { Random } from './random.ts';

/** A valid picture with damage or extra content. */
export interface MutatedPicture {
  name: string;
  type: 'image/jpeg' | 'image/png';
  bytes: Buffer;
}

/** Must be in no stored file; part of every carrier and payload. */
export const SECRET = 'SECRET-35.6581N';

const segment = (marker: number, data: Buffer): Buffer => {
  const head = Buffer.from([0xff, marker, 0, 0]);
  head.writeUInt16BE(Math.min(0xffff, data.length + 2), 2);
  return Buffer.concat([head, data]);
};

/** EXIF with a place, XMP, IPTC and a profile with a serial number, as JPEG segments. */
async function metadataSegments(): Promise<Buffer[]> {
  const { exif = Buffer.alloc(0) } = await sharp(
    await sharp({ create: { width: 8, height: 8, channels: 3, background: '#abc' } })
      .jpeg()
      .withExif({
        IFD0: { Make: SECRET, Orientation: '6' },
        IFD2: { DateTimeOriginal: '2026:10:12 10:00:00', BodySerialNumber: SECRET },
        IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '35/1 39/1 31/1' },
      })
      .toBuffer(),
  ).metadata();
  const xmp = `http://ns.adobe.com/xap/1.0/\0<x:xmpmeta xmlns:x="adobe:ns:meta/">${SECRET}</x:xmpmeta>`;
  const iptc = Buffer.from(
    `Photoshop 3.0\x008BIM\x04\x04\0\0\0\0\0\x14\x1c\x02\x78\0\x0f${SECRET}`,
    'latin1',
  );
  return [
    segment(0xe1, exif),
    segment(0xe1, Buffer.from(xmp)),
    segment(0xed, iptc),
    segment(0xe2, Buffer.from(`ICC_PROFILE\0\x01\x01${SECRET}`, 'latin1')),
    segment(0xfe, Buffer.from(`<?php echo '${SECRET}'; ?>`)),
  ];
}

/** A drawing with noise; the same for the same seed. */
function scene(width: number, height: number, seed: number) {
  const random = new Random(seed);
  const pixels = Buffer.alloc(width * height * 3);
  for (let at = 0; at < pixels.length; at++) {
    pixels[at] = 100 + ((at >> 4) % 80) + below(random, 40);
  }
  return sharp(pixels, { raw: { width, height, channels: 3 } });
}

/** Valid pictures of every accepted coding, full of metadata. */
async function makeCarriers(): Promise<MutatedPicture[]> {
  const extra = Buffer.concat(await metadataSegments());
  const jpegs = await Promise.all([
    scene(320, 240, 1).jpeg().toBuffer(),
    scene(200, 300, 2).jpeg({ progressive: true, chromaSubsampling: '4:4:4' }).toBuffer(),
    scene(160, 120, 3).greyscale().jpeg().toBuffer(),
    scene(90, 120, 4).toColourspace('cmyk').jpeg().toBuffer(),
  ]);
  const pngs: Buffer[] = await Promise.all([
    scene(200, 150, 5).png().toBuffer(),
    scene(120, 90, 6).png({ progressive: true }).toBuffer(),
    scene(64, 64, 7).png({ palette: true }).toBuffer(),
  ]);
  pngs.push(flatPng({ width: 60, height: 40, depth: 16, colour: 6, isInterlaced: true }));
  return [
    ...jpegs.map((bytes, n) => ({
      name: `jpeg ${n}`,
      type: 'image/jpeg' as const,
      bytes: Buffer.concat([bytes.subarray(0, 2), extra, bytes.subarray(2)]),
    })),
    ...pngs.map((bytes, n) => ({
      name: `png ${n}`,
      type: 'image/png' as const,
      bytes: Buffer.concat([bytes.subarray(0, 33), ...pngTexts(), bytes.subarray(33)]),
    })),
  ];
}

const pngTexts = (): Buffer[] => [
  pngChunk('tEXt', Buffer.from(`Comment\0${SECRET}`)),
  pngChunk('iTXt', Buffer.from(`XML:com.adobe.xmp\0\0\0\0\0<x:xmpmeta>${SECRET}</x:xmpmeta>`)),
];

const below = (random: Random, limit: number): number => random.int(0, limit - 1);

type Damage = (bytes: Buffer, random: Random, all: MutatedPicture[]) => Buffer;

/** Offsets of JPEG segments or PNG chunks. */
function partsOf(bytes: Buffer): number[] {
  const found: number[] = [];
  for (let at = 2; at + 4 < bytes.length; at++) {
    const isMarker = bytes[at] === 0xff && (bytes[at + 1] ?? 0) >= 0xc0;
    if (isMarker || /^[A-Za-z]{4}$/.test(bytes.toString('latin1', at, at + 4))) found.push(at);
  }
  return found.length > 0 ? found : [0];
}

const withByte = (bytes: Buffer, at: number, value: number): Buffer => {
  const copy = Buffer.from(bytes);
  copy[at % copy.length] = value & 0xff;
  return copy;
};

/** Rewrites the size in the JPEG frame or PNG header. */
function withSize(bytes: Buffer, width: number, height: number): Buffer {
  const copy = Buffer.from(bytes);
  if (copy[0] === 0x89) {
    copy.writeUInt32BE(width, 16);
    copy.writeUInt32BE(height, 20);
    return copy;
  }
  const frame = [0xc0, 0xc1, 0xc2].map((marker) => copy.indexOf(Buffer.from([0xff, marker, 0])));
  const at = Math.max(...frame);
  if (at < 0) return copy;
  copy.writeUInt16BE(height & 0xffff, at + 5);
  copy.writeUInt16BE(width & 0xffff, at + 7);
  return copy;
}

const SIZES = [0, 1, 255, 4097, 16_384, 65_500, 65_535, 2 ** 31 - 1];

const DAMAGES: Record<string, Damage> = {
  untouched: (bytes) => bytes,
  'bytes flipped': (bytes, random) => {
    let copy = bytes;
    for (let n = 1 + below(random, 20); n > 0; n--) {
      copy = withByte(copy, below(random, copy.length), below(random, 256));
    }
    return copy;
  },
  'header flipped': (bytes, random) =>
    withByte(bytes, 2 + below(random, Math.min(700, bytes.length - 2)), below(random, 256)),
  truncated: (bytes, random) => bytes.subarray(0, 1 + below(random, bytes.length - 1)),
  'a hole': (bytes, random) => {
    const at = below(random, bytes.length);
    return Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + 1 + below(random, 400))]);
  },
  'a part twice': (bytes, random) => {
    const parts = partsOf(bytes);
    const from = random.pick(parts);
    const to = Math.min(bytes.length, from + 1 + below(random, 600));
    const at = random.pick(parts);
    return Buffer.concat([bytes.subarray(0, at), bytes.subarray(from, to), bytes.subarray(at)]);
  },
  'a part of another': (bytes, random, all) => {
    const other = random.pick(all).bytes;
    const from = random.pick(partsOf(other));
    const piece = other.subarray(from, from + 1 + below(random, 2000));
    const at = random.pick(partsOf(bytes));
    return Buffer.concat([bytes.subarray(0, at), piece, bytes.subarray(at)]);
  },
  'a wrong length': (bytes, random) => {
    const copy = Buffer.from(bytes);
    const at = random.pick(partsOf(copy));
    const where = copy[0] === 0x89 ? at - 4 : at + 2;
    copy.writeUInt16BE(random.pick([0, 1, 2, 255, 0x7fff, 0xffff]), Math.max(2, where));
    return copy;
  },
  'another size': (bytes, random) => withSize(bytes, random.pick(SIZES), random.pick(SIZES)),
  'bad Huffman tables or palette': (bytes, random) => {
    const name = bytes[0] === 0x89 ? Buffer.from('PLTE') : Buffer.from([0xff, 0xc4]);
    const at = bytes.indexOf(name);
    if (at < 0) return withByte(bytes, below(random, bytes.length), 0);
    return withByte(bytes, at + 4 + below(random, 40), below(random, 256));
  },
  'a wrong checksum': (bytes, random) =>
    withByte(bytes, Math.max(2, random.pick(partsOf(bytes)) - 5), below(random, 256)),
  'long metadata': (bytes, random) => {
    const payload = Buffer.alloc(1 + below(random, 60_000), SECRET);
    const head = Buffer.from(
      random.pick([
        'Exif\0\0MM\0*\0\0\0\x08',
        'Exif\0\0II*\0\x08\0\0\0',
        'Photoshop 3.0\0',
        'ICC_PROFILE\0\x01\x02',
      ]),
      'latin1',
    );
    const data = Buffer.concat([head, payload]);
    const piece =
      bytes[0] === 0x89
        ? pngChunk(random.pick(['eXIf', 'tEXt', 'iTXt', 'zTXt', 'iCCP']), data)
        : segment(random.pick([0xe1, 0xe2, 0xed]), data);
    const at = bytes[0] === 0x89 ? 33 : 2;
    return Buffer.concat([bytes.subarray(0, at), piece, bytes.subarray(at)]);
  },
  'data after the end': (bytes, random) =>
    Buffer.concat([
      bytes,
      Buffer.from(`<script>${SECRET}</script>`),
      Buffer.alloc(below(random, 5000), 0xff),
    ]),
};

/** @returns damaged pictures, the same ones for the same seed, all different */
export async function mutatedPictures(seed: number, count: number): Promise<MutatedPicture[]> {
  const random = new Random(seed);
  const carriers = await makeCarriers();
  const kinds = Object.entries(DAMAGES);
  return Array.from({ length: count }, (_, n) => {
    const [kind, damage] = random.pick(kinds);
    const carrier = random.pick(carriers);
    const bytes = damage(carrier.bytes, random, carriers);
    return {
      name: `seed ${seed}, picture ${n}: ${carrier.name}, ${kind}`,
      type: carrier.type,
      bytes: Buffer.concat([bytes, Buffer.from(`#${seed}-${n}`)]),
    };
  });
}
