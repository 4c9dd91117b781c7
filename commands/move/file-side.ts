import BetterSqlite3 from 'better-sqlite3';
import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { doneMigrations, isCurrent, refuseOthers } from '#db/migrate.ts';
import { ownTables } from '#db/own-tables.ts';
import { dataPaths } from '#server/data-folder.ts';
import { publish } from '#server/durable-file.ts';
import { readMark, writeMark } from '#server/moved.ts';
import { upgradeDatabase } from '#server/sqlite/upgrade.ts';
import type { Shape, Side, Target, Value } from './side.ts';

/** Random keys of indexes: without it, every row reads the disk. */
const CACHE_KIB = 16 * 1024;

/** The database of a data folder that the caller has locked. @throws Error with one line */
export function openFile(dataDir: string): Side {
  const { database } = dataPaths(dataDir);
  if (!existsSync(database)) throw new Error(`no database in ${dataDir}`);
  const db = new BetterSqlite3(database);
  try {
    const done = doneMigrations(db);
    refuseOthers(done);
    if (!isCurrent(done)) throw new Error(OLDER);
    // The commands beside a server could write too.
    db.exec('BEGIN IMMEDIATE');
    return sideOf(db, dataDir);
  } catch (error) {
    db.close();
    throw error;
  }
}

export const OLDER =
  'the database is from an older version; start the server once with this one, then stop it';

/** @throws Error with one line if there is a database already */
export async function createFile(dataDir: string): Promise<Target> {
  const { database, temporary } = dataPaths(dataDir);
  requireNoFile(dataDir);
  const file = path.join(temporary, 'moving.sqlite');
  await rm(file, { force: true });
  await upgradeDatabase(file, { copies: temporary });
  const db = new BetterSqlite3(file);
  // Whatever ends this process, the unfinished file is dropped, so it needs no journal.
  for (const pragma of ['journal_mode = OFF', 'synchronous = OFF', 'foreign_keys = OFF']) {
    db.pragma(pragma);
  }
  db.pragma(`cache_size = -${CACHE_KIB}`);
  db.exec('BEGIN');
  const triggers = takeTriggers(db);
  const prepare = statementsOf(db);
  return {
    ...sideOf(db, dataDir),
    insert(table, { columns }, rows) {
      const marks = columns.map(() => '?').join();
      const insert = prepare(`INSERT INTO ${table} (${columns.join()}) VALUES (${marks})`);
      for (const row of rows) insert.run(...row);
      return Promise.resolve();
    },
    async finish(mark) {
      requireReferences(db);
      for (const sql of triggers) db.exec(sql);
      db.exec('COMMIT');
      db.pragma('journal_mode = WAL');
      db.close();
      // First, or a server could not start on what is whole.
      writeMark(dataDir, mark);
      await publish(file, database);
    },
    async close() {
      db.close();
      await rm(file, { force: true });
    },
  };
}

/** An old file's journal would be taken for the new one's. @throws Error with one line */
export function requireNoFile(dataDir: string): void {
  const { database } = dataPaths(dataDir);
  const found = ['', '-wal', '-journal'].map((end) => database + end).find(existsSync);
  if (found === undefined) return;
  throw new Error(
    `${found} is there already; if an earlier move finished, use the new settings, else move the old database elsewhere first`,
  );
}

function sideOf(db: BetterSqlite3.Database, dataDir: string): Side {
  const prepare = statementsOf(db);
  return {
    tables: () => Promise.resolve(tablesOf(db)),
    query: (sql, values = []) => {
      const rows = prepare(sql)
        .raw()
        .all(...values);
      return Promise.resolve(rows as Value[][]);
    },
    bytes: () => Promise.resolve(bytesOf(db)),
    // The folder's lock says so.
    requireUnused: () => Promise.resolve(),
    readMark: () => Promise.resolve(readMark(dataDir)),
    writeMark(mark) {
      writeMark(dataDir, mark);
      return Promise.resolve();
    },
    close() {
      db.close();
      return Promise.resolve();
    },
  };
}

/** Each is made once: a statement that is only waiting for collection keeps memory that V8 cannot see. */
function statementsOf(db: BetterSqlite3.Database): (sql: string) => BetterSqlite3.Statement {
  const known = new Map<string, BetterSqlite3.Statement>();
  return (sql) => {
    const statement = known.get(sql) ?? db.prepare(sql);
    known.set(sql, statement);
    return statement;
  };
}

const bytesOf = (db: BetterSqlite3.Database): number =>
  Number(db.pragma('page_count', { simple: true })) *
  Number(db.pragma('page_size', { simple: true }));

function tablesOf(db: BetterSqlite3.Database): Map<string, Shape> {
  const list = (sql: string): string[] => db.prepare(sql).pluck().all() as string[];
  return new Map(
    ownTables(db).map((name) => {
      const columns = list(`SELECT name FROM pragma_table_xinfo('${name}') WHERE hidden = 0`);
      const key = list(`SELECT name FROM pragma_table_xinfo('${name}') WHERE pk > 0 ORDER BY pk`);
      const references = list(`SELECT DISTINCT "table" FROM pragma_foreign_key_list('${name}')`);
      return [name, { columns: columns.toSorted(), key, references }];
    }),
  );
}

/** They would count again what is in the rows already. @returns what creates them */
function takeTriggers(db: BetterSqlite3.Database): string[] {
  const triggers = db
    .prepare<[], { name: string; sql: string }>(
      `SELECT name, sql FROM sqlite_schema WHERE type = 'trigger' ORDER BY rowid`,
    )
    .all();
  for (const { name } of triggers) db.exec(`DROP TRIGGER ${name}`);
  return triggers.map(({ sql }) => sql);
}

function requireReferences(db: BetterSqlite3.Database): void {
  const [violation] = db.pragma('foreign_key_check') as { table: string }[];
  if (violation) throw new Error(`rows of ${violation.table} have dangling references`);
}
