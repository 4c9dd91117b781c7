import BetterSqlite3 from 'better-sqlite3';
import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import type { Migration } from 'kysely/migration';
import { doneMigrations, lineOf, migrate, refuseOthers } from '#db/migrate.ts';
import { migrations } from '#db/migrations/index.ts';
import { copyDatabase } from '#db/snapshot.ts';
import { publish } from '#server/durable-file.ts';

interface Upgrade {
  /** For the copy taken before an upgrade. */
  copies: string;
  /** For tests. */
  to?: Record<string, Migration>;
}

/**
 * Upgrades a database file (P17) in one transaction, so that a failure leaves it unchanged.
 * @throws Error with one line, naming the copy; or if `refuseOthers` refuses the database
 */
export async function upgradeDatabase(
  file: string,
  { copies, to = migrations }: Upgrade,
): Promise<void> {
  const sqlite = new BetterSqlite3(file);
  try {
    const done = doneMigrations(sqlite);
    refuseOthers(done, to);
    sqlite.pragma('journal_mode = WAL');
    sqlite.pragma('synchronous = FULL');
    const [next] = Object.keys(to).filter((name) => !done.includes(name));
    if (next === undefined) return;
    const copy = done.length > 0 ? await copyOrExplain(sqlite, copies, next) : null;
    await migrate(sqlite, to, copy);
  } finally {
    sqlite.close();
  }
}

async function copyOrExplain(sqlite: BetterSqlite3.Database, folder: string, next: string) {
  try {
    return await copyBefore(sqlite, folder, next);
  } catch (error) {
    throw new Error(
      `the database was not upgraded because it could not be copied to ${folder}: ${lineOf(error)}`,
      { cause: error },
    );
  }
}

const KEPT_COPIES = 3;
const COPY = /^before-.+\.sqlite$/;

/**
 * Copies the database before an upgrade; keeps three copies.
 * @param change the first migration
 * @returns the copy's path
 */
async function copyBefore(
  sqlite: BetterSqlite3.Database,
  folder: string,
  change: string,
): Promise<string> {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const time = new Date().toISOString().replace(/\.\d+|[-:]/g, '');
  const copy = path.join(folder, `before-${change}-${time}.sqlite`);
  try {
    await copyDatabase(sqlite, `${copy}.part`);
    await publish(`${copy}.part`, copy);
  } catch (error) {
    rmSync(`${copy}.part`, { force: true });
    throw error;
  }
  for (const old of copiesIn(folder).slice(KEPT_COPIES)) rmSync(path.join(folder, old));
  return copy;
}

/** Newest first: names end with the time. */
const copiesIn = (folder: string): string[] =>
  readdirSync(folder)
    .filter((name) => COPY.test(name))
    .sort((a, b) => timeOf(b).localeCompare(timeOf(a)));

const timeOf = (name: string): string => name.slice(name.lastIndexOf('-'));
