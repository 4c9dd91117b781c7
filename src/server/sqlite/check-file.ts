import BetterSqlite3 from 'better-sqlite3';
import type { Database } from '#db/schema.ts';
import { Kysely, SqliteDialect } from 'kysely';
import { doneMigrations, refuseOthers } from '#db/migrate.ts';
import { dataPaths } from '#server/data-folder.ts';
import type { CheckedDatabase, Db, Fault } from '#server/database.ts';

/** @throws Error with one line without a database of a known version */
export function openFileToCheck(dataDir: string): CheckedDatabase {
  let sqlite: BetterSqlite3.Database;
  try {
    sqlite = new BetterSqlite3(dataPaths(dataDir).database, { fileMustExist: true });
  } catch (error) {
    throw new Error(`no database in ${dataDir}`, { cause: error });
  }
  try {
    sqlite.pragma('trusted_schema = OFF');
    sqlite.pragma('query_only = ON');
    refuseOthers(doneMigrations(sqlite));
  } catch (error) {
    sqlite.close();
    throw error;
  }
  const db = queriesOn(sqlite);
  return { db, faults: () => Promise.resolve(faultsOf(sqlite)), close: () => db.destroy() };
}

/** For a connection that is already open; destroying it closes that too. */
export const queriesOn = (sqlite: BetterSqlite3.Database): Db =>
  new Kysely<Database>({ dialect: new SqliteDialect({ database: sqlite }) });

function faultsOf(sqlite: BetterSqlite3.Database): Fault[] {
  const lines = sqlite.pragma('integrity_check') as { integrity_check: string }[];
  const violations = sqlite.pragma('foreign_key_check') as {
    table: string;
    rowid: number | null;
  }[];
  return [
    ...lines
      .map(({ integrity_check: detail }) => ({ what: 'tsukidayori.sqlite', detail }))
      .filter(({ detail }) => detail !== 'ok'),
    ...violations.map(({ table, rowid }) => ({
      what: `row ${rowid ?? '?'} of ${table}`,
      detail: 'has a dangling reference',
    })),
  ];
}
