import type { Carried } from '#lib/camera-day.ts';
import { cameraDay } from '#lib/camera-day.ts';
import type { CivilDate } from '#lib/calendar.ts';

/** What is needed of a JPEG's header to make it smaller without losing its day. */
interface JpegFacts {
  /** As stored, before it is turned. */
  width: number;
  height: number;
  day: CivilDate | null;
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
  const carried: Carried = {};
  for (let at = 2; view.getUint8(at) === 0xff; at += 2 + view.getUint16(at + 2)) {
    const marker = view.getUint8(at + 1);
    if (marker === SOS) return null;
    if (marker === APP1) {
      const segment = new Uint8Array(view.buffer, at + 4, view.getUint16(at + 2) - 2);
      carried.exif ??= after(EXIF, segment);
      carried.xmp ??= after(XMP, segment);
    }
    if (isFrame(marker)) {
      const [height, width] = [view.getUint16(at + 5), view.getUint16(at + 7)];
      return { width, height, day: cameraDay(carried) };
    }
  }
  return null;
}

const EXIF = 'Exif\0\0';
const XMP = 'http://ns.adobe.com/xap/1.0/\0';

/** What follows a segment's name, if it is the one. */
function after(name: string, segment: Uint8Array): Uint8Array | undefined {
  const isNamed = String.fromCharCode(...segment.subarray(0, name.length)) === name;
  return isNamed ? segment.subarray(name.length) : undefined;
}

/** With the day and nothing else of the camera's, above all not the place. */
export function withDay(jpeg: Blob, day: CivilDate | null): Blob {
  if (day === null) return jpeg;
  const parts = [jpeg.slice(0, 2), exifOf(day), jpeg.slice(2)];
  return new Blob(parts, { type: 'image/jpeg' });
}

const LONG = 4;
const ASCII = 2;
const EXIF_IFD = 0x8769;
const DATE_TIME_ORIGINAL = 0x9003;
/** Blanks are what EXIF has for what is not known. */
const NO_TIME = '   :  :  ';

/** A segment with one directory, which leads to another with one entry. */
function exifOf(day: CivilDate): ArrayBuffer {
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
  write(view, start + dateAt, `${day.replaceAll('-', ':')}${NO_TIME}`);
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
