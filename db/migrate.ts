import BetterSqlite3 from 'better-sqlite3';
import { Migrator } from 'kysely/migration';
import { migrations } from './migrations/index.ts';
import type { Migration } from 'kysely/migration';
import { copyBefore } from './upgrade/copy.ts';
import { inOneTransaction } from './upgrade/one-transaction.ts';

interface Upgrade {
  /** For the copy taken before an upgrade. */
  copies: string;
  /** For tests. */
  to?: Record<string, Migration>;
}

/**
 * Upgrades a database file (P17) in one transaction, so that a failure leaves it unchanged.
 * @throws Error with one line, naming the copy; or if the database is from a newer version
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

/** @throws Error with one line if the database has unknown migrations */
export function refuseNewer(done: string[], known: Record<string, unknown> = migrations): void {
  const unknown = done.find((name) => !(name in known));
  if (unknown) throw new Error(`the database is from a newer version (it has ${unknown})`);
}

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
