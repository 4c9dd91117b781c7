import type BetterSqlite3 from 'better-sqlite3';
import { PHOTO_FILES, PREVIEW } from '#features/photo/photo.ts';
import type { NamedFile } from '#db/snapshot.ts';
import { isNamed, namedFiles } from '#db/snapshot.ts';
import type { CheckedFiles } from './checked-files.ts';
import type { Finding, Verification } from './findings.ts';

/** Every recorded file must exist with its size and content. */
export async function findRowFaults(
  db: BetterSqlite3.Database,
  files: CheckedFiles,
  readAll: boolean,
  found: Verification,
): Promise<void> {
  found.rows = db.prepare('SELECT count(*) FROM blobs').pluck().get() as number;
  for (const file of namedFiles(db)) {
    const fault = await faultOf(files, file, readAll);
    found.files++;
    found.bytes += file.size;
    // Skip files that the server removed meanwhile.
    if (fault && isNamed(db, file)) found.findings.push(fault);
  }
  found.findings.push(...unfinished(db), ...portraitsOfNothing(db));
}

async function faultOf(
  files: CheckedFiles,
  file: NamedFile,
  readAll: boolean,
): Promise<Finding | null> {
  const size = await files.sizeOf(file.path);
  if (size === null) return { kind: 'missing', what: file.path };
  if (size !== file.size) {
    return { kind: 'damaged', what: file.path, detail: `${size} bytes instead of ${file.size}` };
  }
  if (!readAll || (await files.hashOf(file.path)) === file.sha256) return null;
  return { kind: 'damaged', what: file.path, detail: 'the content differs' };
}

interface BlobRow {
  id: string;
  state: string;
  files: string;
  waits: 0 | 1;
}

function unfinished(db: BetterSqlite3.Database): Finding[] {
  const marks = PHOTO_FILES.map(() => '?').join(', ');
  const rows = db
    .prepare(
      `SELECT b.id, b.state, coalesce(group_concat(f.name), '') AS files,
         EXISTS (SELECT 1 FROM jobs WHERE payload = json_object('blobId', b.id)) AS waits
       FROM blobs AS b LEFT JOIN blob_files AS f ON f.blob_id = b.id
       WHERE b.state IN ('accepted', 'ready') GROUP BY b.id
       HAVING count(f.name) FILTER (WHERE f.name IN (${marks})) < ${PHOTO_FILES.length}`,
    )
    .all(...PHOTO_FILES) as BlobRow[];
  return rows.flatMap(({ id, state, files, waits }): Finding[] => {
    const names = files.split(',');
    if (state === 'accepted' && names.includes(PREVIEW) && waits === 1) return [];
    const lacking = PHOTO_FILES.filter((name) => !names.includes(name)).join(', ');
    return [{ kind: 'unfinished', what: `photo ${id}`, detail: `without ${lacking}` }];
  });
}

/** The only reference to a photo without a foreign key. */
function portraitsOfNothing(db: BetterSqlite3.Database): Finding[] {
  const ids = db
    .prepare(
      `SELECT id FROM residents WHERE portrait_blob_id IS NOT NULL
       AND portrait_blob_id NOT IN (SELECT id FROM blobs WHERE state <> 'removing')`,
    )
    .pluck()
    .all() as string[];
  return ids.map((id) => ({ kind: 'nothing', what: `portrait of resident ${id}` }));
}
