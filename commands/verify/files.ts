import { inBatches } from '#server/named-files.ts';
import { ALL_FILES } from '#domains/photo/photo.ts';
import type { BlobState } from '#db/schema/photos.ts';
import type { Db } from '#server/database.ts';
import { orNone } from '#server/lists.ts';
import type { CheckedFiles } from './checked-files.ts';
import type { Kind, Verification } from './findings.ts';

/** Every file must belong to a row. */
export async function findFileFaults(
  db: Db,
  files: CheckedFiles,
  graceMs: number,
  found: Verification,
): Promise<void> {
  for (const [folder, judge] of Object.entries(JUDGES)) {
    // Each is seen before its row is, so that a file removed meanwhile is not reported.
    for await (const seen of inBatches(files.list(folder))) {
      const rows = await rowsOf(db, folder, seen);
      for (const { path: name, modifiedMs } of seen) {
        const kind = judge(rows, name.split('/'));
        if (!kind || !(await files.isThere(name))) continue;
        if (graceMs > 0 && Date.now() - modifiedMs < graceMs) found.onTheirWay++;
        else found.findings.push({ kind, what: name });
      }
    }
  }
}

interface Rows {
  states: Map<string, BlobState>;
  /** As `id/name`. */
  files: Set<string>;
}

async function rowsOf(db: Db, folder: string, seen: { path: string }[]): Promise<Rows> {
  const rows: Rows = { states: new Map(), files: new Set() };
  const at = folder === 'photos' ? 2 : 1;
  const ids = [...new Set(seen.map(({ path }) => path.split('/')[at] ?? ''))];
  if (folder === 'tmp') return rows;
  const blobs = db.selectFrom('blobs').select(['id', 'state']).where('id', 'in', orNone(ids));
  for (const { id, state } of await blobs.execute()) rows.states.set(id, state);
  const files = db
    .selectFrom('blob_files')
    .select(['blob_id', 'name'])
    .where('blob_id', 'in', orNone(ids));
  for (const { blob_id, name } of await files.execute()) rows.files.add(`${blob_id}/${name}`);
  return rows;
}

type Judge = (rows: Rows, parts: string[]) => Kind | null;

const judgeUpload: Judge = ({ states }, [, id = '']) => {
  const state = states.get(id);
  if (state === 'stored' || state === 'accepted' || state === 'removing') return null;
  return state === 'ready' ? 'leftover' : 'foreign';
};

const judgePhoto: Judge = ({ states, files }, [, prefix, id = '', file = '', ...more]) => {
  const state = states.get(id);
  if (state === undefined || prefix !== id.slice(0, 2) || more.length > 0) return 'foreign';
  if (state === 'removing') return null;
  // Not recorded yet: the preview of an unclaimed upload, or variants in progress.
  if (state === 'stored' || state === 'accepted')
    return ALL_FILES.includes(file) ? null : 'foreign';
  return files.has(`${id}/${file}`) ? null : 'foreign';
};

const JUDGES: Record<string, Judge> = {
  uploads: judgeUpload,
  photos: judgePhoto,
  tmp: () => 'temporary',
};
