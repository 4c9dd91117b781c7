export const DATE_TIME = 0x0132;
export const DATE_TIME_ORIGINAL = 0x9003;
export const DATE_TIME_DIGITIZED = 0x9004;
const EXIF_IFD = 0x8769;
const GPS_IFD = 0x8825;
const GPS_DATE_STAMP = 0x001d;

interface Tag {
  tag: number;
  text: string;
  /** ASCII unless a writer gets it wrong. */
  type?: number;
  /** Of the text unless a writer gets it wrong. */
  count?: number;
}

interface Block {
  order?: 'II' | 'MM';
  image?: readonly Tag[];
  exif?: readonly Tag[];
  gpsDate?: string;
}

/** An EXIF block as writers of every kind make it, wrong ones too. */
export function exifBlock({ order = 'II', image = [], exif = [], gpsDate }: Block): Buffer {
  const parts: Buffer[] = [];
  let end = 8;
  const add = (part: Buffer): number => {
    parts.push(part);
    end += part.length;
    return end - part.length;
  };
  const numbers = (...values: [bits: 16 | 32, value: number][]): Buffer =>
    Buffer.concat(
      values.map(([bits, value]) => {
        const bytes = Buffer.alloc(bits / 8);
        const big = order === 'MM' ? 'BE' : 'LE';
        if (bits === 16) bytes[`writeUInt16${big}`](value);
        else bytes[`writeUInt32${big}`](value);
        return bytes;
      }),
    );
  const pointer = (tag: number, at: number): Buffer =>
    numbers([16, tag], [16, 4], [32, 1], [32, at]);
  const directory = (tags: readonly Tag[], pointers: Buffer[] = []): number => {
    const entries = tags.map(({ tag, text, type = 2, count = text.length }) =>
      numbers([16, tag], [16, type], [32, count], [32, add(Buffer.from(text, 'latin1'))]),
    );
    const all = [...entries, ...pointers];
    return add(Buffer.concat([numbers([16, all.length]), ...all, numbers([32, 0])]));
  };
  const inner = pointer(EXIF_IFD, directory(exif));
  const gps =
    gpsDate === undefined
      ? []
      : [pointer(GPS_IFD, directory([{ tag: GPS_DATE_STAMP, text: `${gpsDate}\0` }]))];
  const first = directory(image, [inner, ...gps]);
  const head = Buffer.concat([Buffer.from(order), numbers([16, 42], [32, first])]);
  return Buffer.concat([head, ...parts]);
}

const XMP_NAME = 'http://ns.adobe.com/xap/1.0/\0';

/** A JPEG that carries these blocks, in place of its own. */
export function carrying(
  jpeg: Buffer,
  { exif, xmp }: { exif?: Buffer | undefined; xmp?: string | undefined },
): Buffer {
  const segment = (name: string, body: Buffer): Buffer => {
    const head = Buffer.from([0xff, 0xe1, 0, 0]);
    head.writeUInt16BE(2 + name.length + body.length, 2);
    return Buffer.concat([head, Buffer.from(name, 'latin1'), body]);
  };
  return Buffer.concat([
    jpeg.subarray(0, 2),
    ...(exif ? [segment('Exif\0\0', exif)] : []),
    ...(xmp === undefined ? [] : [segment(XMP_NAME, Buffer.from(xmp))]),
    jpeg.subarray(2),
  ]);
}
