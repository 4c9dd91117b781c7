import BetterSqlite3 from 'better-sqlite3';
import { Migrator } from 'kysely/migration';
import { migrations } from './migrations/index.ts';
import type { Migration } from 'kysely/migration';
import { copyBefore } from './upgrade/copy.ts';
import { inOneTransaction } from './upgrade/one-transaction.ts';

interface Upgrade {
  /** Where the copy goes that is taken before a database with data is changed. */
  copies: string;
  /** Other than this program's, for tests. */
  to?: Record<string, Migration>;
}

/**
 * Brings a database file to this program's schema (P17). All pending migrations run in
 * one transaction: either all of them are done, or the database is unchanged.
 * @throws Error in one line, naming the copy, when a migration failed; or when the database
 * belongs to a newer program.
 */
export async function upgradeDatabase(
  file: string,
  { copies, to = migrations }: Upgrade,
): Promise<void> {
  const sqlite = new BetterSqlite3(file);
  try {
    sqlite.pragma('journal_mode = WAL');
    sqlite.pragma('synchronous = FULL');
    const done = doneMigrations(sqlite);
    refuseNewer(done, to);
    const [next] = Object.keys(to).filter((name) => !done.includes(name));
    if (next === undefined) return;
    const copy = done.length > 0 ? await copyOrExplain(sqlite, copies, next) : null;
    await migrate(sqlite, to, copy);
  } finally {
    sqlite.close();
  }
}

/** @throws Error in one line when the database has what this program does not know. */
export function refuseNewer(done: string[], known: Record<string, unknown> = migrations): void {
  const unknown = done.find((name) => !(name in known));
  if (unknown) throw new Error(`the database is from a newer version (it has ${unknown})`);
}

/** The migrations a database has been through, in order; none for an empty one. */
export function doneMigrations(sqlite: BetterSqlite3.Database): string[] {
  const table = sqlite.prepare(`SELECT 1 FROM sqlite_schema WHERE name = 'kysely_migration'`).get();
  if (table === undefined) return [];
  const names = sqlite.prepare('SELECT name FROM kysely_migration ORDER BY name').pluck();
  return names.all() as string[];
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

async function migrate(
  sqlite: BetterSqlite3.Database,
  to: Record<string, Migration>,
  copy: string | null,
): Promise<void> {
  const provider = { getMigrations: () => Promise.resolve(to) };
  try {
    await inOneTransaction(sqlite, async (db) => {
      const { error, results } = await new Migrator({ db, provider }).migrateToLatest();
      const failed = results?.find(({ status }) => status === 'Error');
      if (error) throw new Error(`${failed?.migrationName ?? 'migration'}: ${lineOf(error)}`);
    });
  } catch (error) {
    const where = copy === null ? '' : `; a copy is ${copy}`;
    throw new Error(`the upgrade failed (${lineOf(error)}); the database is unchanged${where}`, {
      cause: error,
    });
  }
}

const lineOf = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).replace(/\s+/g, ' ');
