import { createReadStream } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import { lstat, open, stat } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import type { PackageSource } from '#domains/operator/transfer/read-package.ts';
import { Refused } from './refused.ts';

/** What `export-facility` wrote: a folder, or an archive as `zip-records.ts` writes it. */
export async function openPackage(
  file: string,
): Promise<{ source: PackageSource; close: () => Promise<void> }> {
  const found = await stat(file).catch(() => null);
  if (!found) throw new Refused(`${file} がありません。`);
  if (found.isDirectory()) return { source: folder(file), close: () => Promise.resolve() };
  const handle = await open(file);
  try {
    const entries = await readDirectory(handle, found.size);
    return {
      source: {
        open(name) {
          const entry = entries.get(name);
          return Promise.resolve(entry ? streamOf(file, entry) : null);
        },
      },
      close: () => handle.close(),
    };
  } catch (error) {
    await handle.close();
    if (error instanceof RangeError) throw NO_PACKAGE;
    throw error;
  }
}

const folder = (root: string): PackageSource => ({
  async open(name) {
    const file = path.join(root, name);
    // Not what a link leads to.
    const found = await lstat(file).catch(() => null);
    return found?.isFile() ? createReadStream(file) : null;
  },
});

interface Entry {
  start: number;
  byteSize: number;
}

const NO_PACKAGE = new Refused(
  'export-facility の作ったファイルではないか、途中で切れています。開いてできたフォルダーも指定できます。',
);

/** The directory of a facility of 100,000 photos, with all their letters, has half of it. */
const MOST_DIRECTORY_BYTES = 256_000_000;
/** What people read is not looked at. */
const DATA = 'data/';

const [END, WIDE_END, LOCATOR, CENTRAL, LOCAL] = [22, 56, 20, 46, 30];
const MOST_32 = 0xffffffff;

const streamOf = (file: string, { start, byteSize }: Entry): Readable =>
  byteSize === 0 ? Readable.from([]) : createReadStream(file, { start, end: start + byteSize - 1 });

async function readAt(handle: FileHandle, at: number, length: number): Promise<Buffer> {
  const bytes = Buffer.alloc(length);
  const { bytesRead } = await handle.read(bytes, 0, length, at);
  if (bytesRead < length) throw NO_PACKAGE;
  return bytes;
}

/** @throws Refused, RangeError if it is no archive of ours */
async function readDirectory(handle: FileHandle, size: number): Promise<Map<string, Entry>> {
  const end = await readAt(handle, size - END, END);
  if (end.readUInt32LE(0) !== 0x06054b50) throw NO_PACKAGE;
  let [length, at] = [end.readUInt32LE(12), end.readUInt32LE(16)];
  const wideAt = size - END - LOCATOR - WIDE_END;
  if (wideAt > 0) {
    const wide = await readAt(handle, wideAt, WIDE_END);
    if (wide.readUInt32LE(0) === 0x06064b50) {
      [length, at] = [Number(wide.readBigUInt64LE(40)), Number(wide.readBigUInt64LE(48))];
    }
  }
  if (at + length > size || length > MOST_DIRECTORY_BYTES) throw NO_PACKAGE;
  const directory = await readAt(handle, at, length);
  const entries = new Map<string, Entry>();
  for (let n = 0; n < directory.length;) {
    if (directory.readUInt32LE(n) !== 0x02014b50) throw NO_PACKAGE;
    if (directory.readUInt16LE(n + 10) !== 0) throw NO_PACKAGE; // compressed by another program
    const [name, extra, comment] = [28, 30, 32].map((field) => directory.readUInt16LE(n + field));
    const nameEnd = n + CENTRAL + (name ?? 0);
    const words = directory.toString('utf8', n + CENTRAL, nameEnd);
    if (entries.has(words)) throw NO_PACKAGE;
    const short = directory.readUInt32LE(n + 42);
    const header = short === MOST_32 ? Number(directory.readBigUInt64LE(nameEnd + 4)) : short;
    // Ours have no extra field before a file.
    const start = header + LOCAL + (name ?? 0);
    const byteSize = directory.readUInt32LE(n + 24);
    if (start + byteSize > size) throw NO_PACKAGE;
    if (words.startsWith(DATA)) entries.set(words, { start, byteSize });
    n = nameEnd + (extra ?? 0) + (comment ?? 0);
  }
  return entries;
}
