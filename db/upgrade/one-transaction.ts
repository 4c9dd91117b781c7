import type BetterSqlite3 from 'better-sqlite3';
import type { DatabaseConnection } from 'kysely';
import { CompiledQuery, Kysely, SqliteDialect, SqliteDriver } from 'kysely';
import type { Database } from '#db/schema.ts';

const run = async (connection: DatabaseConnection, ...statements: string[]): Promise<void> => {
  for (const statement of statements) await connection.executeQuery(CompiledQuery.raw(statement));
};

/** Each migration opens a transaction; within the outer one it becomes a savepoint. */
class SavepointDriver extends SqliteDriver {
  override beginTransaction = (on: DatabaseConnection) => run(on, 'SAVEPOINT migration');
  override commitTransaction = (on: DatabaseConnection) => run(on, 'RELEASE migration');
  override rollbackTransaction = (on: DatabaseConnection) =>
    run(on, 'ROLLBACK TO migration', 'RELEASE migration');
}

class SavepointDialect extends SqliteDialect {
  readonly #database: BetterSqlite3.Database;
  constructor(database: BetterSqlite3.Database) {
    super({ database });
    this.#database = database;
  }
  override createDriver = () => new SavepointDriver({ database: this.#database });
}

/**
 * Runs `work` atomically. Foreign keys are off meanwhile, so that a table can be rebuilt
 * (https://sqlite.org/lang_altertable.html, section 7), and checked at the end.
 * @throws Error of `work`, or for a dangling foreign key
 */
export async function inOneTransaction(
  sqlite: BetterSqlite3.Database,
  work: (db: Kysely<Database>) => Promise<void>,
): Promise<void> {
  sqlite.pragma('foreign_keys = OFF');
  sqlite.exec('BEGIN IMMEDIATE');
  try {
    await work(new Kysely<Database>({ dialect: new SavepointDialect(sqlite) }));
    const violations = sqlite.pragma('foreign_key_check') as { table: string }[];
    if (violations[0])
      throw new Error(`rows of ${violations[0].table} would have dangling references`);
    sqlite.exec('COMMIT');
  } catch (error) {
    if (sqlite.inTransaction) sqlite.exec('ROLLBACK');
    throw error;
  }
}
