import BetterSqlite3 from 'better-sqlite3';
import type { Database } from '#db/schema.ts';
import { Kysely, SqliteDialect } from 'kysely';

export type Db = Kysely<Database>;

const BUSY_TIMEOUT_MS = 5000;
const MIB = 1024 * 1024;
const STATEMENT_CACHE = 200;

/** The settings of `safety.md`, checked after they were made. */
const PRAGMAS = {
  journal_mode: 'wal',
  synchronous: 2, // FULL: an answer means the bytes are on disk
  foreign_keys: 1,
  busy_timeout: BUSY_TIMEOUT_MS,
  trusted_schema: 0,
  journal_size_limit: 64 * MIB,
} as const;

/**
 * Opens the database file.
 * @throws Error when a setting did not take, or SQLite is too old.
 */
export function openDatabase(file: string): Db {
  const sqlite = new BetterSqlite3(file);
  for (const [name, value] of Object.entries(PRAGMAS)) sqlite.pragma(`${name} = ${value}`);
  assertSettings(sqlite);
  return new Kysely<Database>({
    dialect: new SqliteDialect({ database: cachingStatements(sqlite) }),
  });
}

function assertSettings(sqlite: BetterSqlite3.Database): void {
  for (const [name, value] of Object.entries(PRAGMAS)) {
    const actual = sqlite.pragma(name, { simple: true });
    if (actual !== value) throw new Error(`SQLite setting ${name} is ${String(actual)}`);
  }
  const version = String(sqlite.prepare('SELECT sqlite_version()').pluck().get());
  if (version.localeCompare('3.51.3', 'en', { numeric: true }) < 0) {
    throw new Error(`SQLite ${version} is older than 3.51.3`);
  }
}

/** Kysely prepares a statement per call; a letter's token check must not pay for that. */
function cachingStatements(sqlite: BetterSqlite3.Database) {
  const statements = new Map<string, BetterSqlite3.Statement>();
  return {
    close: () => void sqlite.close(),
    prepare(sql: string) {
      const known = statements.get(sql);
      if (known) return known;
      const statement = sqlite.prepare(sql);
      if (statements.size >= STATEMENT_CACHE) statements.clear();
      statements.set(sql, statement);
      return statement;
    },
  };
}
