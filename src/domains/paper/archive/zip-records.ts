import type { CivilDate } from '#lib/calendar.ts';

/**
 * The records of a ZIP whose files are stored as they are (PKWARE's APPNOTE 6.3.10), with ZIP64
 * where an archive needs it. Numbers of its fields are little-endian.
 */

/** A file as the directory at the end names it. */
interface Stored {
  name: string;
  day: CivilDate;
  byteSize: number;
  crc: number;
  /** Where its header begins. */
  start: number;
}

const LOCAL_BYTES = 30;
const DESCRIPTOR_BYTES = 16;
const CENTRAL_BYTES = 46;
const WIDE_START_BYTES = 12;
const END_BYTES = 22;
const WIDE_END_BYTES = 56;
const LOCATOR_BYTES = 20;

/** From here on a field says so, and ZIP64 holds the number. */
const MOST_16 = 0xffff;
const MOST_32 = 0xffffffff;

const VERSION = 45;
const UNIX = 3;
/** Names are UTF-8, and what is not known before the file is read comes after it. */
const FLAGS = 0x0808;
/** `-rw-r--r--` */
const REGULAR_FILE = 0o100644;

/** Noon of a day, which has no time zone here either. */
function writeDay(record: Buffer, day: CivilDate, at: number): void {
  const [year = 1980, month = 1, date = 1] = day.split('-').map(Number);
  record.writeUInt16LE(12 << 11, at);
  record.writeUInt16LE((Math.max(0, year - 1980) << 9) | (month << 5) | date, at + 2);
}

/** Before a file. */
export function localHeader({ name, day }: Pick<Stored, 'name' | 'day'>): Buffer {
  const record = Buffer.alloc(LOCAL_BYTES);
  record.writeUInt32LE(0x04034b50, 0);
  record.writeUInt16LE(VERSION, 4);
  record.writeUInt16LE(FLAGS, 6);
  writeDay(record, day, 10);
  const words = Buffer.from(name);
  record.writeUInt16LE(words.length, 26);
  return Buffer.concat([record, words]);
}

/** After a file. */
export function descriptor({ crc, byteSize }: Pick<Stored, 'crc' | 'byteSize'>): Buffer {
  const record = Buffer.alloc(DESCRIPTOR_BYTES);
  record.writeUInt32LE(0x08074b50, 0);
  record.writeUInt32LE(crc, 4);
  record.writeUInt32LE(byteSize, 8);
  record.writeUInt32LE(byteSize, 12);
  return record;
}

const isWide = (start: number): boolean => start >= MOST_32;

/** An entry of the directory at the end. */
export function centralHeader({ name, day, byteSize, crc, start }: Stored): Buffer {
  const record = Buffer.alloc(CENTRAL_BYTES);
  const words = Buffer.from(name);
  record.writeUInt32LE(0x02014b50, 0);
  record.writeUInt16LE((UNIX << 8) | VERSION, 4);
  record.writeUInt16LE(VERSION, 6);
  record.writeUInt16LE(FLAGS, 8);
  writeDay(record, day, 12);
  record.writeUInt32LE(crc, 16);
  record.writeUInt32LE(byteSize, 20);
  record.writeUInt32LE(byteSize, 24);
  record.writeUInt16LE(words.length, 28);
  record.writeUInt16LE(isWide(start) ? WIDE_START_BYTES : 0, 30);
  record.writeUInt16LE(REGULAR_FILE, 40);
  record.writeUInt32LE(Math.min(start, MOST_32), 42);
  return Buffer.concat([record, words, isWide(start) ? wideStart(start) : Buffer.alloc(0)]);
}

function wideStart(start: number): Buffer {
  const record = Buffer.alloc(WIDE_START_BYTES);
  record.writeUInt16LE(1, 0);
  record.writeUInt16LE(8, 2);
  record.writeBigUInt64LE(BigInt(start), 4);
  return record;
}

/** The directory as a whole. */
interface Directory {
  files: number;
  start: number;
  byteSize: number;
}

const needsWideEnd = ({ files, start, byteSize }: Directory): boolean =>
  files >= MOST_16 || start >= MOST_32 || byteSize >= MOST_32;

export function endOf(directory: Directory): Buffer {
  const { files, start, byteSize } = directory;
  const record = Buffer.alloc(END_BYTES);
  record.writeUInt32LE(0x06054b50, 0);
  record.writeUInt16LE(Math.min(files, MOST_16), 8);
  record.writeUInt16LE(Math.min(files, MOST_16), 10);
  record.writeUInt32LE(Math.min(byteSize, MOST_32), 12);
  record.writeUInt32LE(Math.min(start, MOST_32), 16);
  return Buffer.concat([...(needsWideEnd(directory) ? wideEnd(directory) : []), record]);
}

function wideEnd({ files, start, byteSize }: Directory): Buffer[] {
  const record = Buffer.alloc(WIDE_END_BYTES);
  record.writeUInt32LE(0x06064b50, 0);
  record.writeBigUInt64LE(BigInt(WIDE_END_BYTES - 12), 4);
  record.writeUInt16LE((UNIX << 8) | VERSION, 12);
  record.writeUInt16LE(VERSION, 14);
  record.writeBigUInt64LE(BigInt(files), 24);
  record.writeBigUInt64LE(BigInt(files), 32);
  record.writeBigUInt64LE(BigInt(byteSize), 40);
  record.writeBigUInt64LE(BigInt(start), 48);
  const locator = Buffer.alloc(LOCATOR_BYTES);
  locator.writeUInt32LE(0x07064b50, 0);
  locator.writeBigUInt64LE(BigInt(start + byteSize), 8);
  locator.writeUInt32LE(1, 16);
  return [record, locator];
}

/** The length of an archive of these files, in bytes. */
export function zipLength(files: readonly Pick<Stored, 'name' | 'byteSize'>[]): number {
  const directory: Directory = { files: files.length, start: 0, byteSize: 0 };
  for (const { name, byteSize } of files) {
    const nameBytes = Buffer.byteLength(name);
    directory.byteSize +=
      CENTRAL_BYTES + nameBytes + (isWide(directory.start) ? WIDE_START_BYTES : 0);
    directory.start += LOCAL_BYTES + nameBytes + byteSize + DESCRIPTOR_BYTES;
  }
  const wide = needsWideEnd(directory) ? WIDE_END_BYTES + LOCATOR_BYTES : 0;
  return directory.start + directory.byteSize + wide + END_BYTES;
}
