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

/** What came from the share sheet and has not been taken over. */
export async function readShared(): Promise<Shared[]> {
  const db = await open();
  try {
    const keys = await db.getAllKeys('files');
    const values = await Promise.all(keys.map((key) => db.get('files', key)));
    return values.flatMap((value, at) => (value ? { ...value, key: keys[at] ?? 0 } : []));
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
