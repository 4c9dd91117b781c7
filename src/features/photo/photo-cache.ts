import { inOwnMemory } from '../../server/own-memory.ts';

const MAX_BYTES = 24 * 1024 * 1024;
const MAX_FILE_BYTES = 200 * 1024;

/** A bounded in-memory cache of hot photo files. */
export class PhotoCache {
  #files = new Map<string, Buffer>();
  #bytes = 0;

  get(key: string): Buffer | undefined {
    const found = this.#files.get(key);
    if (found) {
      // Last used goes last, so that the first is the one to drop.
      this.#files.delete(key);
      this.#files.set(key, found);
    }
    return found;
  }

  /** Keeps a small file; a large one would push out many small ones. */
  keep(key: string, content: Buffer): void {
    if (content.length > MAX_FILE_BYTES || this.#files.has(key)) return;
    this.#files.set(key, inOwnMemory(content));
    this.#bytes += content.length;
    for (const [oldest, dropped] of this.#files) {
      if (this.#bytes <= MAX_BYTES) break;
      this.#files.delete(oldest);
      this.#bytes -= dropped.length;
    }
  }

  static holds = (byteSize: number): boolean => byteSize <= MAX_FILE_BYTES;
}
