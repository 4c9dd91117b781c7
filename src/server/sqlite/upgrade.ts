import BetterSqlite3 from 'better-sqlite3';
import type { Migration } from 'kysely/migration';
import { doneMigrations, lineOf, migrate, refuseOthers } from '#db/migrate.ts';
import { migrations } from '#db/migrations/index.ts';
import { copyBefore } from './copy-before.ts';

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
