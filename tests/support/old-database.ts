import BetterSqlite3 from 'better-sqlite3';
import { readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { migrations } from '#db/migrations/index.ts';
import { ownTables } from '#db/own-tables.ts';
import { upgradeDatabase } from '#server/sqlite/upgrade.ts';

/** The first is the baseline: what 0.2.0 left. */
export const VERSIONS = Object.keys(migrations);

/** Made by the migrations of that version, with rows in all tables. */
const RELEASED = path.resolve(import.meta.dirname, 'released/0.2.0.sql');

const upTo = (version: string) =>
  Object.fromEntries(Object.entries(migrations).filter(([name]) => name <= version));

/** A database of 0.2.0, upgraded to that version. */
export async function makeOldDatabase(folder: string, version: string): Promise<string> {
  const file = path.join(folder, 'tsukidayori.sqlite');
  const copies = path.join(folder, 'while-making');
  const sqlite = new BetterSqlite3(file);
  // The order of its statements is not that of their references.
  sqlite.pragma('foreign_keys = OFF');
  sqlite.exec(readFileSync(RELEASED, 'utf8'));
  sqlite.close();
  await upgradeDatabase(file, { copies, to: upTo(version) });
  rmSync(copies, { recursive: true, force: true });
  return file;
}

type Rows = Record<string, Record<string, unknown>[]>;

/** Everything that users have entered. */
export function readRows(file: string): Rows {
  const sqlite = new BetterSqlite3(file, { readonly: true });
  const rows = ownTables(sqlite).map((name) => [
    name,
    sqlite.prepare(`SELECT * FROM ${name}`).all(),
  ]);
  sqlite.close();
  return Object.fromEntries(rows) as Rows;
}
