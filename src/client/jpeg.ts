/** What is needed of a JPEG's header to make it smaller without losing its day. */
interface JpegFacts {
  /** The longer side, in pixels. */
  edge: number;
  /** When it was taken: `YYYY:MM:DD HH:MM:SS`, as cameras write it. */
  takenAt: string | null;
}

/** Some cameras write a depth map before the picture. */
export const HEAD_BYTES = 2 * 1024 * 1024;

const APP1 = 0xe1;
const SOS = 0xda;
const isFrame = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);

/** @param head the first bytes of the file @returns null for anything that is not understood */
export function readJpeg(head: ArrayBuffer): JpegFacts | null {
  const view = new DataView(head);
  try {
    if (view.getUint16(0) !== 0xffd8) return null;
    return readSegments(view);
  } catch {
    return null; // it ends too early
  }
}

function readSegments(view: DataView): JpegFacts | null {
  let takenAt: string | null = null;
  for (let at = 2; view.getUint8(at) === 0xff; at += 2 + view.getUint16(at + 2)) {
    const marker = view.getUint8(at + 1);
    if (marker === SOS) return null;
    if (marker === APP1) takenAt ??= readTakenAt(view, at + 4);
    if (isFrame(marker)) {
      return { edge: Math.max(view.getUint16(at + 5), view.getUint16(at + 7)), takenAt };
    }
  }
  return null;
}

const EXIF = 'Exif\0\0';
const EXIF_IFD = 0x8769;
const DATE_TIME_ORIGINAL = 0x9003;
const DATE = /^\d{4}:\d{2}:\d{2} \d{2}:\d{2}:\d{2}$/;

function readTakenAt(view: DataView, at: number): string | null {
  try {
    if (textAt(view, at, EXIF.length) !== EXIF) return null;
    const start = at + EXIF.length;
    const isLittle = view.getUint16(start) === 0x4949;
    const find = (ifd: number, tag: number): number | null => {
      const entries = view.getUint16(start + ifd, isLittle);
      for (let n = 0; n < entries; n += 1) {
        const entry = start + ifd + 2 + n * 12;
        if (view.getUint16(entry, isLittle) === tag) return view.getUint32(entry + 8, isLittle);
      }
      return null;
    };
    const exif = find(view.getUint32(start + 4, isLittle), EXIF_IFD);
    const date = exif === null ? null : find(exif, DATE_TIME_ORIGINAL);
    const text = date === null ? '' : textAt(view, start + date, 19);
    return DATE.test(text) ? text : null;
  } catch {
    return null; // damaged, which must not keep a good photo back
  }
}

const textAt = (view: DataView, at: number, length: number): string =>
  Array.from({ length }, (_, n) => String.fromCharCode(view.getUint8(at + n))).join('');

/** With the day and nothing else of the camera's, above all not the place. */
export function withTakenAt(jpeg: Blob, takenAt: string | null): Blob {
  if (takenAt === null) return jpeg;
  const parts = [jpeg.slice(0, 2), exifOf(takenAt), jpeg.slice(2)];
  return new Blob(parts, { type: 'image/jpeg' });
}

const LONG = 4;
const ASCII = 2;

/** A segment with one directory, which leads to another with one entry. */
function exifOf(takenAt: string): ArrayBuffer {
  const exifAt = 26;
  const dateAt = 44;
  const length = 2 + EXIF.length + dateAt + 20;
  const view = new DataView(new ArrayBuffer(2 + length));
  view.setUint16(0, 0xff00 + APP1);
  view.setUint16(2, length);
  const start = 4 + EXIF.length;
  write(view, 4, EXIF);
  write(view, start, 'MM\0*');
  view.setUint32(start + 4, 8);
  writeEntry(view, start + 8, [EXIF_IFD, LONG, 1, exifAt]);
  writeEntry(view, start + exifAt, [DATE_TIME_ORIGINAL, ASCII, 20, dateAt]);
  write(view, start + dateAt, takenAt);
  return view.buffer;
}

function writeEntry(
  view: DataView,
  at: number,
  [tag, type, count, value]: readonly [number, number, number, number],
): void {
  view.setUint16(at, 1);
  view.setUint16(at + 2, tag);
  view.setUint16(at + 4, type);
  view.setUint32(at + 6, count);
  view.setUint32(at + 10, value);
}

function write(view: DataView, at: number, text: string): void {
  for (let n = 0; n < text.length; n += 1) view.setUint8(at + n, text.charCodeAt(n));
}
