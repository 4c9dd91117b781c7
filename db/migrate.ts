import type BetterSqlite3 from 'better-sqlite3';
import { Migrator } from 'kysely/migration';
import { migrations } from './migrations/index.ts';
import type { Migration } from 'kysely/migration';
import { inOneTransaction } from './upgrade/one-transaction.ts';

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

export async function migrate(
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

export const lineOf = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).replace(/\s+/g, ' ');
