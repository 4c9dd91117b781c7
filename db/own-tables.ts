import type BetterSqlite3 from 'better-sqlite3';

/** Names of our tables, without those of SQLite and of the migrations, in order. */
export const ownTables = (db: BetterSqlite3.Database): string[] =>
  db
    .prepare(
      `SELECT name FROM sqlite_schema WHERE type = 'table'
        AND name NOT LIKE 'sqlite_%' AND name NOT LIKE 'kysely_%' ORDER BY name`,
    )
    .pluck()
    .all() as string[];
