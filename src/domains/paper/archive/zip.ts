import { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { crc32 } from 'node:zlib';
import type { Entry } from './send-archive.ts';
import { centralHeader, descriptor, endOf, localHeader } from './zip-records.ts';

/**
 * An archive, uncompressed, as its reader takes it: one file is open at a time, other requests have
 * their turn after each piece, and what is kept until the end is some 80 bytes a file.
 */
export const zipOf = (entries: Iterable<Entry> | AsyncIterable<Entry>): Readable =>
  Readable.from(piecesOf(entries), { objectMode: false });

async function* piecesOf(
  entries: Iterable<Entry> | AsyncIterable<Entry>,
): AsyncGenerator<Buffer, void> {
  const directory = new Pieces();
  let [files, at] = [0, 0];
  for await (const { name, day, byteSize, open } of entries) {
    const header = localHeader({ name, day });
    yield header;
    const crc = yield* contentOf(await open(), byteSize);
    const after = descriptor({ crc, byteSize });
    yield after;
    directory.add(centralHeader({ name, day, byteSize, crc, start: at }));
    at += header.length + byteSize + after.length;
    files++;
  }
  yield* directory.all();
  yield endOf({ files, start: at, byteSize: directory.byteSize });
}

/** Closes the file whatever happens. @returns its CRC */
async function* contentOf(input: Readable, byteSize: number): AsyncGenerator<Buffer, number> {
  let [crc, read] = [0, 0];
  try {
    for await (const chunk of input as AsyncIterable<Buffer>) {
      crc = crc32(chunk, crc);
      read += chunk.length;
      yield chunk;
      await setImmediate();
    }
  } finally {
    input.destroy();
  }
  // The lengths may have been announced.
  if (read !== byteSize) throw new Error('a photo changed while it was being archived');
  return crc;
}

const PIECE_BYTES = 65_536;

/** Small buffers in few large ones: 100,000 of their own would take ten times as much. */
class Pieces {
  readonly #full: Buffer[] = [];
  #last = Buffer.allocUnsafe(PIECE_BYTES);
  #used = 0;
  byteSize = 0;

  /** @param bytes fewer than a piece */
  add(bytes: Buffer): void {
    if (this.#used + bytes.length > PIECE_BYTES) {
      this.#full.push(this.#last.subarray(0, this.#used));
      this.#last = Buffer.allocUnsafe(PIECE_BYTES);
      this.#used = 0;
    }
    this.#used += bytes.copy(this.#last, this.#used);
    this.byteSize += bytes.length;
  }

  all(): Buffer[] {
    return [...this.#full, this.#last.subarray(0, this.#used)];
  }
}
