import type { Db } from './database.ts';
import { blobIdOf, photoKey, uploadKey } from './blobs/keys.ts';
import { orNone } from './lists.ts';

export interface NamedFile {
  path: string;
  size: number;
  sha256: string;
}

const BATCH = 500;

/** Photo files, and uploads of unfinished photos, of any version's schema. */
export async function* namedFiles(db: Db): AsyncGenerator<NamedFile> {
  yield* namedUploads(db);
  yield* namedPhotos(db);
}

/** First, since the server removes them soonest. */
async function* namedUploads(db: Db): AsyncGenerator<NamedFile> {
  const rows = await uploadsIn(db).orderBy('id').execute();
  for (const { id, byte_size: size, sha256 } of rows) yield { path: uploadKey(id), size, sha256 };
}

/** In batches: a long-running statement would block WAL checkpoints. */
async function* namedPhotos(db: Db): AsyncGenerator<NamedFile> {
  let last = { blob_id: '', name: '' };
  for (;;) {
    const rows = await photosAfter(db, last);
    for (const { blob_id, name, byte_size: size, sha256 } of rows) {
      yield { path: photoKey(blob_id, name), size, sha256 };
    }
    const end = rows.at(-1);
    if (end === undefined || rows.length < BATCH) return;
    last = end;
  }
}

const uploadsIn = (db: Db) =>
  db
    .selectFrom('blobs')
    .select(['id', 'byte_size', 'sha256'])
    .where('state', 'in', ['stored', 'accepted'])
    .where('sha256', 'is not', null)
    .$narrowType<{ sha256: string }>();

const photosIn = (db: Db) =>
  db
    .selectFrom('blob_files as f')
    .innerJoin('blobs as b', 'b.id', 'f.blob_id')
    .select(['f.blob_id', 'f.name', 'f.byte_size', 'f.sha256'])
    .where('b.state', '<>', 'removing');

const photosAfter = (db: Db, { blob_id, name }: { blob_id: string; name: string }) =>
  photosIn(db)
    .where(({ eb, refTuple, tuple }) =>
      eb(refTuple('f.blob_id', 'f.name'), '>', tuple(blob_id, name)),
    )
    .orderBy('f.blob_id')
    .orderBy('f.name')
    .limit(BATCH)
    .execute();

interface Wanted {
  path: string;
  sha256?: string;
}

/** Whether a database refers to a file, by path and, if given, content. */
export const isNamed = async (db: Db, file: Wanted): Promise<boolean> =>
  (await unnamed(db, [file])).length === 0;

/** Those that a database does not refer to. */
export async function unnamed<F extends Wanted>(
  db: Db,
  files: Iterable<F> | AsyncIterable<F>,
): Promise<F[]> {
  const found: F[] = [];
  for await (const batch of inBatches(files)) {
    const named = await hashesOf(db, batch);
    for (const file of batch) {
      const known = named.get(file.path);
      const isOther = file.sha256 !== undefined && known !== file.sha256;
      if (known === undefined || isOther) found.push(file);
    }
  }
  return found;
}

/** By path, of those that the database refers to. */
async function hashesOf(db: Db, files: readonly Wanted[]): Promise<Map<string, string | null>> {
  const ids = [...new Set(files.map(({ path }) => blobIdOf(path)))];
  const uploads = await uploadsIn(db).where('id', 'in', orNone(ids)).execute();
  const photos = await photosIn(db).where('f.blob_id', 'in', orNone(ids)).execute();
  return new Map([
    ...uploads.map(({ id, sha256 }) => [uploadKey(id), sha256] as const),
    ...photos.map(({ blob_id, name, sha256 }) => [photoKey(blob_id, name), sha256] as const),
  ]);
}

/** For lists that are asked about together. */
export async function* inBatches<T>(items: Iterable<T> | AsyncIterable<T>): AsyncGenerator<T[]> {
  let batch: T[] = [];
  for await (const item of items) {
    batch.push(item);
    if (batch.length < BATCH) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}
