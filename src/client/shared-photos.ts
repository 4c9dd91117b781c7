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

const open = (): Promise<IDBPDatabase<SharedShelf>> =>
  openDB<SharedShelf>('tsukidayori-shared', 1, {
    upgrade: (db) => void db.createObjectStore('files', { autoIncrement: true }),
  });

/** What came from the share sheet and has not been taken over, and what cannot be read any more. */
export async function readShared(): Promise<{ shared: Shared[]; broken: number[] }> {
  const db = await open();
  try {
    const shared: Shared[] = [];
    const broken: number[] = [];
    for (const key of await db.getAllKeys('files')) {
      // One must not keep the others back.
      const value = await db.get('files', key).catch(() => null);
      if (value) shared.push({ ...value, key });
      else if (value === null) broken.push(key);
    }
    return { shared, broken };
  } finally {
    db.close();
  }
}

export async function removeShared(keys: readonly number[]): Promise<void> {
  const db = await open();
  try {
    for (const key of keys) await db.delete('files', key);
  } finally {
    db.close();
  }
}
