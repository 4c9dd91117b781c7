import { LRUCache } from 'lru-cache';
import type { ReadyPage } from '#server/http/ready-pages.ts';
import { inOwnMemory } from '#server/own-memory.ts';

const MAX_BYTES = 4 * 1024 * 1024;
/** A larger file would displace many small ones. */
const MAX_FILE_BYTES = 200 * 1024;

/** A bounded in-memory cache of hot photo files, with their headers. */
export class PhotoCache {
  readonly #files = new LRUCache<string, ReadyPage>({
    maxSize: MAX_BYTES,
    maxEntrySize: MAX_FILE_BYTES,
    sizeCalculation: ({ body }) => body.length,
  });

  get = (key: string): ReadyPage | undefined => this.#files.get(key);

  keep(key: string, file: ReadyPage): void {
    this.#files.set(key, { ...file, body: inOwnMemory(file.body) });
  }

  static holds = (byteSize: number): boolean => byteSize <= MAX_FILE_BYTES;
}
