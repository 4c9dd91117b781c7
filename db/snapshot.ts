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
