import type { CivilDate } from './calendar.ts';
import { isCivilDate } from './calendar.ts';

/** What a picture carries beside its pixels. */
export interface Carried {
  /** A TIFF block, as in JPEG's APP1 and PNG's eXIf. */
  exif?: Uint8Array | undefined;
  xmp?: Uint8Array | undefined;
}

/**
 * The day by the camera's clock, for the server and the phone alike. It is always one that is
 * written there: no day is better than an invented one. When a file was last changed
 * (`DateTime`), and the satellites' day in UTC (`GPSDateStamp`), are not the camera's day.
 */
export function cameraDay({ exif, xmp }: Carried): CivilDate | null {
  for (const text of [...datesOfExif(exif), ...datesOfXmp(xmp)]) {
    const day = dayIn(text);
    if (day !== null) return day;
  }
  return null;
}

/** A single figure at the end may be half of one. */
const DATE = /^[\s\0]*([1-9]\d{3})[-:/.](\d\d| ?\d)[-:/.](\d\d| ?\d(?=[ T]))(?!\d)/;

/** Whatever time follows: 24:10, or none. */
function dayIn(text: string): CivilDate | null {
  const [, year, month = '', day = ''] = DATE.exec(text) ?? [];
  const date = [year, ...[month, day].map((part) => part.trim().padStart(2, '0'))].join('-');
  return isCivilDate(date) ? date : null;
}

const EXIF_IFD = 0x8769;
const DATE_TIME_ORIGINAL = 0x9003;
const DATE_TIME_DIGITIZED = 0x9004;
/** Some writers set the wrong type or length, so that these say little. */
const TEXT_BYTES = { least: 10, most: 40 };

/** In the order in which they are believed; scanners and some apps know only the second tag. */
function datesOfExif(block: Uint8Array | undefined): string[] {
  if (!block) return [];
  const tiff = textAt(block, 0, 4) === 'Exif' ? block.subarray(6) : block;
  const order = textAt(tiff, 0, 2);
  if (order !== 'II' && order !== 'MM') return [];
  const isLittle = order === 'II';
  const view = new DataView(tiff.buffer, tiff.byteOffset, tiff.byteLength);
  const image = readDirectory(view, wordAt(view, 4, isLittle), isLittle);
  const exif = readDirectory(view, image.get(EXIF_IFD)?.value ?? null, isLittle);
  return [DATE_TIME_ORIGINAL, DATE_TIME_DIGITIZED].flatMap((tag) =>
    [exif, image].map((directory) => {
      const { value = tiff.length, count = 0 } = directory.get(tag) ?? {};
      const { least, most } = TEXT_BYTES;
      return textAt(tiff, value, count >= least && count <= most ? count : most);
    }),
  );
}

interface Entry {
  count: number;
  /** The offset of a value of more than four bytes. */
  value: number;
}

/** What lies beyond a block that was cut is left out. */
function readDirectory(view: DataView, at: number | null, isLittle: boolean): Map<number, Entry> {
  const entries = new Map<number, Entry>();
  if (at === null || at + 2 > view.byteLength) return entries;
  for (let n = view.getUint16(at, isLittle), entry = at + 2; n > 0; n -= 1, entry += 12) {
    const [count, value] = [wordAt(view, entry + 4, isLittle), wordAt(view, entry + 8, isLittle)];
    if (count === null || value === null) break;
    const tag = view.getUint16(entry, isLittle);
    if (!entries.has(tag)) entries.set(tag, { count, value });
  }
  return entries;
}

const wordAt = (view: DataView, at: number, isLittle: boolean): number | null =>
  at + 4 <= view.byteLength ? view.getUint32(at, isLittle) : null;

const textAt = (bytes: Uint8Array, at: number, length: number): string =>
  String.fromCharCode(...bytes.subarray(at, at + length));

/** As `EXIF_IFD`'s, and IPTC's "date created"; `xmp:CreateDate` may be the day of an edit. */
const XMP_DATES = ['exif:DateTimeOriginal', 'photoshop:DateCreated', 'exif:DateTimeDigitized'];
const XMP_BYTES = 256 * 1024;

/** As an attribute or an element. */
function datesOfXmp(xmp: Uint8Array | undefined): string[] {
  if (!xmp) return [];
  const text = new TextDecoder('latin1').decode(xmp.subarray(0, XMP_BYTES));
  return XMP_DATES.flatMap(
    (name) => new RegExp(`${name}(?:="|='|>)([^"'<]{1,40})`).exec(text)?.[1] ?? [],
  );
}
