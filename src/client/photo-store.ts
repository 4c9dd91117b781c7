import type { DBSchema, IDBPDatabase } from 'idb';
import { openDB } from 'idb';
import type { KeptPhoto } from '#domains/photo/kept-photo.ts';
import { inTime } from './readable.ts';

/** Files are apart, so that a note about a photo does not write its bytes again. */
interface Shelf extends DBSchema {
  photos: { key: string; value: KeptPhoto };
  files: { key: string; value: Blob };
}

const NAME = 'tsukidayori-photos';
const VERSION = 1;
/** Some devices never answer. */
const OPEN_MS = 5000;
/** Safe on disk, not just with the system: a battery may run flat. */
const DURABLE = { durability: 'strict' } as const;

let opened: Promise<IDBPDatabase<Shelf>> | null = null;

/** @throws Error where storage is refused */
function shelf(): Promise<IDBPDatabase<Shelf>> {
  opened ??= open().catch((error: unknown) => {
    opened = null;
    throw error;
  });
  return opened;
}

async function open(): Promise<IDBPDatabase<Shelf>> {
  const forget = (): void => {
    opened = null;
  };
  const opening = openDB<Shelf>(NAME, VERSION, {
    upgrade(db) {
      db.createObjectStore('photos', { keyPath: 'id' });
      db.createObjectStore('files');
    },
    // A newer version of the site in another tab.
    blocking(_from, _to, event) {
      forget();
      (event.target as IDBDatabase).close();
    },
    terminated: forget,
  });
  return inTime(opening, OPEN_MS);
}

async function begin<Mode extends 'readonly' | 'readwrite'>(mode: Mode) {
  const db = await shelf();
  // eslint-disable-next-line no-restricted-syntax -- of the browser's storage, not of our database
  return db.transaction(['photos', 'files'], mode, DURABLE);
}

/** @throws Error where storage is refused or full */
export async function putPhotos(photos: readonly KeptPhoto[]): Promise<void> {
  const tx = await begin('readwrite');
  const store = tx.objectStore('photos');
  await Promise.all([...photos.map((photo) => store.put(photo)), tx.done]);
}

/** @throws Error where storage is refused or full, or the file cannot be read */
export async function putFile(id: string, file: Blob): Promise<void> {
  const tx = await begin('readwrite');
  const written = tx.objectStore('files').put(file, id);
  // The transaction knows why it failed; what is written in it may only say that it was aborted.
  written.catch(() => undefined);
  await tx.done;
  await written;
}

export async function removePhotos(ids: readonly string[]): Promise<void> {
  const tx = await begin('readwrite');
  const [photos, files] = [tx.objectStore('photos'), tx.objectStore('files')];
  await Promise.all([...ids.flatMap((id) => [photos.delete(id), files.delete(id)]), tx.done]);
}

/** Records are as some version of the site wrote them. */
export async function readShelf(): Promise<{ records: unknown[]; files: Set<string> }> {
  const tx = await begin('readonly');
  const [records, keys] = await Promise.all([
    tx.objectStore('photos').getAll(),
    tx.objectStore('files').getAllKeys(),
  ]);
  return { records, files: new Set(keys) };
}

/** Its bytes stay on disk until they are read. */
export const readFile = async (id: string): Promise<Blob | undefined> =>
  (await shelf()).get('files', id);
