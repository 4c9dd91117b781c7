import type { FileHandle } from 'node:fs/promises';
import { open } from 'node:fs/promises';

/** The maximum length of a JPEG segment. */
const WINDOW_BYTES = 64 * 1024;

/** Reads a file forwards through a window in memory. */
export class FileWindow {
  readonly #handle: FileHandle;
  readonly #window = Buffer.allocUnsafe(WINDOW_BYTES);
  /** File offset and filled length of the window. */
  #start = 0;
  #filled = 0;
  at = 0;

  constructor(handle: FileHandle) {
    this.#handle = handle;
  }

  /** The next `length` bytes (at most 64 KiB), fewer at the end of the file. */
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

  /** The rest of the window, or the next one; empty at the end of the file. */
  rest(): Promise<Buffer> {
    const left = this.#start + this.#filled - this.at;
    return this.peek(left > 0 && left <= this.#filled ? left : WINDOW_BYTES);
  }
}

/** Opens a file for one pass. @throws what `open` throws */
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
