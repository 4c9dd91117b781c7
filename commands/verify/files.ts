import type BetterSqlite3 from 'better-sqlite3';
import { stat } from 'node:fs/promises';
import path from 'node:path';
import { PHOTO_FILES } from '#features/photo/photo.ts';
import { filesUnder } from '../backup/files.ts';
import type { Kind, Verification } from './findings.ts';

/** Every file must belong to a row. */
export async function findFileFaults(
  db: BetterSqlite3.Database,
  dataDir: string,
  graceMs: number,
  found: Verification,
): Promise<void> {
  for (const [folder, judge] of Object.entries(JUDGES)) {
    for await (const name of filesUnder(dataDir, folder)) {
      // Read before the row, so that a file removed meanwhile is not reported.
      const at = await stat(path.join(dataDir, name)).catch(() => null);
      const kind = at && judge(db, name.split('/'));
      if (!kind || !(await isThere(path.join(dataDir, name)))) continue;
      if (graceMs > 0 && Date.now() - at.mtimeMs < graceMs) found.onTheirWay++;
      else found.findings.push({ kind, what: name });
    }
  }
}

const isThere = (file: string): Promise<boolean> =>
  stat(file).then(
    () => true,
    () => false,
  );

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
    return PHOTO_FILES.includes(file) ? null : 'foreign';
  const row = db.prepare('SELECT 1 FROM blob_files WHERE blob_id = ? AND name = ?').get(id, file);
  return row === undefined ? 'foreign' : null;
};

const JUDGES: Record<string, Judge> = {
  uploads: judgeUpload,
  photos: judgePhoto,
  tmp: () => 'temporary',
};
