import BetterSqlite3 from 'better-sqlite3';
import { rm } from 'node:fs/promises';
import { publish } from './durable-file.ts';

const CACHE_KIB = 256;

/** Reference data in one SQLite file, which is only ever replaced as a whole. */
export interface LookupFile {
  /** The values of a key, in the order in which they were written. */
  find(key: string): string[][];
  close(): void;
}

/** Column names, the key first. They become SQL, so they must not come from outside. */
type Columns = readonly [string, ...string[]];

/**
 * Replaces the file durably, in one step for those who read it.
 * @throws Error; then the old file is kept
 */
export async function writeLookupFile(
  file: string,
  columns: Columns,
  rows: readonly (readonly string[])[],
): Promise<void> {
  const temporary = `${file}.new`;
  await rm(temporary, { force: true });
  try {
    fill(temporary, columns, rows);
    openLookupFile(temporary, columns).close();
    await publish(temporary, file);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}

function fill(file: string, columns: Columns, rows: readonly (readonly string[])[]): void {
  const sqlite = new BetterSqlite3(file);
  try {
    // An unfinished file is discarded, and a finished one is synced before it is published.
    sqlite.pragma('journal_mode = OFF');
    sqlite.pragma('synchronous = OFF');
    const types = columns.map((column) => `${column} TEXT NOT NULL`).join(', ');
    sqlite.exec(
      `CREATE TABLE entries (position INTEGER NOT NULL, ${types},
        PRIMARY KEY (${columns[0]}, position)) STRICT, WITHOUT ROWID`,
    );
    const places = columns.map(() => '?').join(', ');
    const insert = sqlite.prepare(`INSERT INTO entries VALUES (?, ${places})`);
    sqlite.exec('BEGIN');
    rows.forEach((row, n) => insert.run(n, ...row));
    sqlite.exec('COMMIT');
  } finally {
    sqlite.close();
  }
}

/** @throws Error if it is missing, damaged or another file */
export function openLookupFile(file: string, [key, ...others]: Columns): LookupFile {
  const sqlite = new BetterSqlite3(file, { readonly: true, fileMustExist: true });
  try {
    sqlite.pragma(`cache_size = -${CACHE_KIB}`);
    sqlite.pragma('trusted_schema = 0');
    if (sqlite.pragma('quick_check(1)', { simple: true }) !== 'ok')
      throw new Error('it is damaged');
    const select = sqlite
      .prepare<[string], string[]>(
        `SELECT ${others.join(', ')} FROM entries WHERE ${key} = ? ORDER BY position`,
      )
      .raw();
    return { find: (value) => select.all(value), close: () => void sqlite.close() };
  } catch (error) {
    sqlite.close();
    throw error;
  }
}
