import type BetterSqlite3 from 'better-sqlite3';
import { ALL_FILES } from '#features/photo/photo.ts';
import type { CheckedFiles } from './checked-files.ts';
import type { Kind, Verification } from './findings.ts';

/** Every file must belong to a row. */
export async function findFileFaults(
  db: BetterSqlite3.Database,
  files: CheckedFiles,
  graceMs: number,
  found: Verification,
): Promise<void> {
  for (const [folder, judge] of Object.entries(JUDGES)) {
    // Each is seen before its row is, so that a file removed meanwhile is not reported.
    for await (const { path: name, modifiedMs } of files.list(folder)) {
      const kind = judge(db, name.split('/'));
      if (!kind || !(await files.isThere(name))) continue;
      if (graceMs > 0 && Date.now() - modifiedMs < graceMs) found.onTheirWay++;
      else found.findings.push({ kind, what: name });
    }
  }
}

type Judge = (db: BetterSqlite3.Database, parts: string[]) => Kind | null;

const stateOf = (db: BetterSqlite3.Database, id: string) =>
  db.prepare('SELECT state FROM blobs WHERE id = ?').pluck().get(id) as string | undefined;

const judgeUpload: Judge = (db, [, id = '']) => {
  const state = stateOf(db, id);
  if (state === 'stored' || state === 'accepted' || state === 'removing') return null;
  return state === 'ready' ? 'leftover' : 'foreign';
};

const judgePhoto: Judge = (db, [, prefix, id = '', file = '', ...more]) => {
  const state = stateOf(db, id);
  if (state === undefined || prefix !== id.slice(0, 2) || more.length > 0) return 'foreign';
  if (state === 'removing') return null;
  // Not recorded yet: the preview of an unclaimed upload, or variants in progress.
  if (state === 'stored' || state === 'accepted')
    return ALL_FILES.includes(file) ? null : 'foreign';
  const row = db.prepare('SELECT 1 FROM blob_files WHERE blob_id = ? AND name = ?').get(id, file);
  return row === undefined ? 'foreign' : null;
};

const JUDGES: Record<string, Judge> = {
  uploads: judgeUpload,
  photos: judgePhoto,
  tmp: () => 'temporary',
};
