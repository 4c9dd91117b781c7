import type BetterSqlite3 from 'better-sqlite3';
import { Migrator } from 'kysely/migration';
import { migrations } from './migrations/index.ts';
import type { Migration } from 'kysely/migration';
import { inOneTransaction } from './upgrade/one-transaction.ts';

/** What version 0.2.0 ended with; its migrations became the baseline. */
const LAST_OF_0_2_0 = '0040_keep_words';
const BASELINE = '0040_baseline';
const AFTER_BASELINE = '0041';

/** @param names in order. @returns them with the baseline in place of what 0.2.0 held */
export const withBaseline = (names: string[]): string[] =>
  names.includes(LAST_OF_0_2_0)
    ? [BASELINE, ...names.filter((name) => name > AFTER_BASELINE)]
    : names;

/** Records the baseline in a database of 0.2.0, with the time of its first migration. */
export const RECORD_BASELINE = [
  `UPDATE kysely_migration
    SET name = '${BASELINE}', timestamp = (SELECT min(timestamp) FROM kysely_migration)
    WHERE name = '${LAST_OF_0_2_0}'`,
  `DELETE FROM kysely_migration WHERE name < '${AFTER_BASELINE}' AND name <> '${BASELINE}'`,
];

export const isCurrent = (done: string[], known: Record<string, unknown> = migrations): boolean =>
  Object.keys(known).every((name) => done.includes(name));

/**
 * @param done as `withBaseline` has it
 * @throws Error with one line if the database has unknown migrations, or is older than 0.2.0
 */
export function refuseOthers(done: string[], known: Record<string, unknown> = migrations): void {
  const unknown = done.findLast((name) => !(name in known));
  if (unknown === undefined) return;
  if (unknown > AFTER_BASELINE)
    throw new Error(`the database is from a newer version (it has ${unknown})`);
  throw new Error(
    `the database is older than version 0.2.0 (it ends with ${unknown}) and is unchanged; start 0.2.0 on it once, then this version`,
  );
}

export function doneMigrations(sqlite: BetterSqlite3.Database): string[] {
  const table = sqlite.prepare(`SELECT 1 FROM sqlite_schema WHERE name = 'kysely_migration'`).get();
  if (table === undefined) return [];
  const names = sqlite.prepare('SELECT name FROM kysely_migration ORDER BY name').pluck();
  return withBaseline(names.all() as string[]);
}

export async function migrate(
  sqlite: BetterSqlite3.Database,
  to: Record<string, Migration>,
  copy: string | null,
): Promise<void> {
  const provider = { getMigrations: () => Promise.resolve(to) };
  try {
    await inOneTransaction(sqlite, async (db) => {
      if (doneMigrations(sqlite).length > 0) RECORD_BASELINE.forEach((sql) => sqlite.exec(sql));
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
