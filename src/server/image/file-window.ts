import type { FileHandle } from 'node:fs/promises';
import { open } from 'node:fs/promises';

/** As long as the longest segment of a JPEG. */
const WINDOW_BYTES = 64 * 1024;

/** A walk through a file, forwards, with one window of it in memory. */
export class FileWindow {
  readonly #handle: FileHandle;
  readonly #window = Buffer.allocUnsafe(WINDOW_BYTES);
  /** Where in the file the window begins, and how much of it is filled. */
  #start = 0;
  #filled = 0;
  at = 0;

  constructor(handle: FileHandle) {
    this.#handle = handle;
  }

  /** Bytes from `at` on: as many as asked for (at most 64 KiB), fewer at the end of the file. */
  async peek(length: number): Promise<Buffer> {
    let from = this.at - this.#start;
    if (from < 0 || from + length > this.#filled) {
      const { bytesRead } = await this.#handle.read(this.#window, 0, WINDOW_BYTES, this.at);
      this.#start = this.at;
      this.#filled = bytesRead;
      from = 0;
    }
    return this.#window.subarray(from, Math.min(from + length, this.#filled));
  }

  /** What is left of the window, or the next one; empty at the end of the file. */
  rest(): Promise<Buffer> {
    const left = this.#start + this.#filled - this.at;
    return this.peek(left > 0 && left <= this.#filled ? left : WINDOW_BYTES);
  }
}

/** Opens a file for one walk. @throws what `open` throws */
export async function walkFile<T>(
  file: string,
  walk: (window: FileWindow, byteSize: number) => Promise<T>,
): Promise<T> {
  const handle = await open(file);
  try {
    return await walk(new FileWindow(handle), (await handle.stat()).size);
  } finally {
    await handle.close();
  }
}
