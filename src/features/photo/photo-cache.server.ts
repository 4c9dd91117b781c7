import { LRUCache } from 'lru-cache';
import { inOwnMemory } from '#server/own-memory.ts';

const MAX_BYTES = 24 * 1024 * 1024;
/** A larger file would displace many small ones. */
const MAX_FILE_BYTES = 200 * 1024;

/** A bounded in-memory cache of hot photo files. */
export class PhotoCache {
  readonly #files = new LRUCache<string, Buffer>({
    maxSize: MAX_BYTES,
    maxEntrySize: MAX_FILE_BYTES,
    sizeCalculation: ({ length }) => length,
  });

  get = (key: string): Buffer | undefined => this.#files.get(key);

  keep(key: string, content: Buffer): void {
    this.#files.set(key, inOwnMemory(content));
  }

  static holds = (byteSize: number): boolean => byteSize <= MAX_FILE_BYTES;
}
