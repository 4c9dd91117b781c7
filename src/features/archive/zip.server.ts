import { makeZip, predictLength } from 'client-zip';
import { setImmediate } from 'node:timers/promises';
import { Readable } from 'node:stream';
import type { Entry } from './entries.server.ts';
import { archiveDate } from './file-names.ts';

type Entries = Iterable<Entry> | AsyncIterable<Entry>;

/** The length of an archive, in bytes. */
export function zipLength(entries: readonly Entry[]): number {
  const sizes = entries.map(({ name, byteSize }) => ({ name, size: byteSize }));
  const length = Number(predictLength(sizes));
  const bytes = entries.reduce((sum, { name, byteSize }) => sum + byteSize + name.length + 46, 0);
  return needsCount(entries.length, bytes) ? length + WHOLE_COUNT_BYTES : length;
}

/**
 * An archive, uncompressed, as its reader takes it: one file is open at a time, and after each
 * piece other requests have their turn.
 */
export function zipOf(entries: Entries): Readable {
  const reader = new AbortController();
  const zip = Readable.from(zipPieces(entries, reader.signal), { objectMode: false });
  // The library does not tell its source when the client leaves.
  return zip.once('close', () => reader.abort());
}

async function* zipPieces(entries: Entries, reader: AbortSignal): AsyncGenerator<Uint8Array> {
  const files = { count: 0 };
  let last: Uint8Array | null = null;
  for await (const piece of makeZip(filesOf(entries, reader, files))) {
    if (last) yield last;
    last = piece;
  }
  if (last) yield Buffer.concat(wellEnded(Buffer.from(last), files.count));
}

/** Opens one file at a time. */
async function* filesOf(entries: Entries, reader: AbortSignal, files: { count: number }) {
  for await (const { name, day, byteSize, open } of entries) {
    if (reader.aborted) return;
    files.count++;
    const input = open();
    const close = (): void => void input.destroy();
    reader.addEventListener('abort', close);
    yield { input: exactly(input, byteSize), name, lastModified: archiveDate(day) };
    reader.removeEventListener('abort', close);
  }
}

/** A file of unexpected length aborts the archive. */
async function* exactly(input: Readable, byteSize: number): AsyncGenerator<Buffer> {
  let read = 0;
  for await (const chunk of input as AsyncIterable<Buffer>) {
    read += chunk.length;
    yield chunk;
    await setImmediate();
  }
  if (read !== byteSize) throw new Error('a photo changed while it was being archived');
}

/** The last record of an archive, and the two of ZIP64 that stand before it. */
const END_BYTES = 22;
const WHOLE_END_BYTES = 56;
const LOCATOR_BYTES = 20;
const WHOLE_COUNT_BYTES = WHOLE_END_BYTES + LOCATOR_BYTES;
/** As large as the last record can say; from there on it says this and ZIP64 the truth. */
const MOST_FILES = 0xffff;
const MOST_BYTES = 0xffffffff;

/** The library writes ZIP64 for large archives, but not for many small files. */
const needsCount = (files: number, bytes: number): boolean =>
  files >= MOST_FILES && bytes < MOST_BYTES;

function wellEnded(end: Buffer, files: number): Buffer[] {
  const [size, start] = [end.readUInt32LE(12), end.readUInt32LE(16)];
  if (end.length !== END_BYTES || !needsCount(files, start)) return [end];
  const whole = Buffer.alloc(WHOLE_END_BYTES);
  whole.writeUInt32LE(0x06064b50, 0);
  whole.writeBigUInt64LE(BigInt(WHOLE_END_BYTES - 12), 4);
  whole.writeUInt16LE(45, 12);
  whole.writeUInt16LE(45, 14);
  whole.writeBigUInt64LE(BigInt(files), 24);
  whole.writeBigUInt64LE(BigInt(files), 32);
  whole.writeBigUInt64LE(BigInt(size), 40);
  whole.writeBigUInt64LE(BigInt(start), 48);
  const locator = Buffer.alloc(LOCATOR_BYTES);
  locator.writeUInt32LE(0x07064b50, 0);
  locator.writeBigUInt64LE(BigInt(start + size), 8);
  locator.writeUInt32LE(1, 16);
  return [whole, locator, end];
}
