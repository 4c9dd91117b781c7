import type { DBSchema, IDBPDatabase } from 'idb';
import { openDB } from 'idb';

/** Written by public/adminstaff/share-worker.js, which knows no account. */
interface SharedShelf extends DBSchema {
  files: { key: number; value: { file: File; sharedAt: number } };
}

export interface Shared {
  key: number;
  file: File;
  sharedAt: number;
}

async function onShelf<T>(run: (db: IDBPDatabase<SharedShelf>) => Promise<T>): Promise<T> {
  const db = await openDB<SharedShelf>('tsukidayori-shared', 1, {
    upgrade: (made) => void made.createObjectStore('files', { autoIncrement: true }),
  });
  return run(db).finally(() => db.close());
}

/** What came from the share sheet and has not been taken over, and what cannot be read any more. */
export const readShared = () =>
  onShelf(async (db) => {
    const shared: Shared[] = [];
    const broken: number[] = [];
    for (const key of await db.getAllKeys('files')) {
      // One must not keep the others back.
      const value = await db.get('files', key).catch(() => null);
      if (value) shared.push({ ...value, key });
      else if (value === null) broken.push(key);
    }
    return { shared, broken };
  });

export const removeShared = (keys: readonly number[]): Promise<void> =>
  onShelf(async (db) => {
    for (const key of keys) await db.delete('files', key);
  });
