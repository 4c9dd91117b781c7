import BetterSqlite3 from 'better-sqlite3';

const ALL_PAGES = 0x7fffffff;

/**
 * Copies by SQLite's backup API, in one step: a writing server never restarts the copy, and in WAL
 * mode nothing blocks.
 */
export async function copyDatabase(from: BetterSqlite3.Database, to: string): Promise<void> {
  await from.backup(to, { progress: () => ALL_PAGES });
  const copy = new BetterSqlite3(to);
  // A single file without WAL, for any reader.
  copy.pragma('journal_mode = DELETE');
  copy.close();
}

export interface NamedFile {
  path: string;
  size: number;
  sha256: string;
}

const BATCH = 1000;

/** Photo files, and uploads of unfinished photos. */
export function* namedFiles(db: BetterSqlite3.Database): Generator<NamedFile> {
  yield* namedUploads(db);
  yield* namedPhotos(db);
}

/** First, since the server removes them soonest. */
function* namedUploads(db: BetterSqlite3.Database): Generator<NamedFile> {
  const rows = db
    .prepare(
      `SELECT id, byte_size, sha256 FROM blobs
       WHERE state IN ('stored', 'accepted') AND sha256 IS NOT NULL
       ORDER BY id`,
    )
    .all() as { id: string; byte_size: number; sha256: string }[];
  for (const { id, byte_size: size, sha256 } of rows) yield { path: uploadPath(id), size, sha256 };
}

interface FileRow {
  blob_id: string;
  name: string;
  byte_size: number;
  sha256: string;
}

/** In batches: a long-running statement would block WAL checkpoints. */
function* namedPhotos(db: BetterSqlite3.Database): Generator<NamedFile> {
  const batch = db.prepare(
    `SELECT f.blob_id, f.name, f.byte_size, f.sha256
     FROM blob_files AS f JOIN blobs AS b ON b.id = f.blob_id
     WHERE b.state <> 'removing' AND (f.blob_id, f.name) > (?, ?)
     ORDER BY f.blob_id, f.name LIMIT ${BATCH}`,
  );
  let last: FileRow = { blob_id: '', name: '', byte_size: 0, sha256: '' };
  for (;;) {
    const rows = batch.all(last.blob_id, last.name) as FileRow[];
    for (const row of rows) {
      yield { path: photoPath(row.blob_id, row.name), size: row.byte_size, sha256: row.sha256 };
    }
    const end = rows.at(-1);
    if (end === undefined || rows.length < BATCH) return;
    last = end;
  }
}

const uploadPath = (id: string): string => `uploads/${id}`;
const photoPath = (id: string, name: string): string => `photos/${id.slice(0, 2)}/${id}/${name}`;

/** Whether a database refers to a file, by path and, if given, content. */
export function isNamed(
  db: BetterSqlite3.Database,
  { path, sha256 = null }: { path: string; sha256?: string | null },
): boolean {
  const [folder, first = '', second = '', name = ''] = path.split('/');
  const isUpload = folder === 'uploads';
  const wanted = { id: isUpload ? first : second, name, sha256 };
  return db.prepare(isUpload ? IS_UPLOAD : IS_PHOTO).get(wanted) !== undefined;
}

const IS_UPLOAD = `SELECT 1 FROM blobs
  WHERE id = :id AND sha256 = coalesce(:sha256, sha256) AND state IN ('stored', 'accepted')`;
const IS_PHOTO = `SELECT 1 FROM blob_files AS f JOIN blobs AS b ON b.id = f.blob_id
  WHERE f.blob_id = :id AND f.name = :name AND f.sha256 = coalesce(:sha256, f.sha256)
  AND b.state <> 'removing'`;
