import type { Database } from '#db/schema.ts';
import type { DatabaseConnection, Driver, QueryResult } from 'kysely';
import { CompiledQuery, Kysely, PostgresAdapter } from 'kysely';
import { PostgresIntrospector, PostgresQueryCompiler } from 'kysely';
import type { Migration } from 'kysely/migration';
import { Migrator } from 'kysely/migration';
import type { PoolClient } from 'pg';
import { migrations } from '#db/migrations/index.ts';
import { RECORD_BASELINE, isCurrent, refuseOthers, withBaseline } from '#db/migrate.ts';
import { inPostgresWords } from './ddl.ts';
import { BEGIN } from './writers-lock.ts';

/**
 * Upgrades a PostgreSQL database in one transaction, while no other process writes.
 * @param to for tests
 * @throws Error with one line, also if `refuseOthers` refuses the database
 */
export async function upgradePostgres(
  client: PoolClient,
  to: Record<string, Migration> = migrations,
): Promise<void> {
  await client.query(BEGIN);
  try {
    const done = await doneIn(client);
    refuseOthers(done, to);
    if (!isCurrent(done, to)) {
      if (done.length > 0) for (const statement of RECORD_BASELINE) await client.query(statement);
      await migrate(client, to);
    }
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK');
    throw error;
  }
}

/** Names of the migrations that a database has. */
export async function doneIn(client: Pick<PoolClient, 'query'>): Promise<string[]> {
  const { rows: tables } = await client.query(`SELECT to_regclass('kysely_migration') AS found`);
  if ((tables[0] as { found: unknown }).found === null) return [];
  const { rows } = await client.query('SELECT name FROM kysely_migration ORDER BY name');
  return withBaseline((rows as { name: string }[]).map(({ name }) => name));
}

async function migrate(client: PoolClient, to: Record<string, Migration>): Promise<void> {
  const db = new Kysely<Database>({
    dialect: {
      createAdapter: () => new Adapter(),
      createDriver: () => new SavepointDriver(client),
      createIntrospector: (inner) => new PostgresIntrospector(inner),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
    plugins: [inPostgresWords],
  });
  const provider = { getMigrations: () => Promise.resolve(to) };
  const { error, results } = await new Migrator({ db, provider }).migrateToLatest();
  if (!error) return;
  const failed = results?.find(({ status }) => status === 'Error')?.migrationName ?? 'migration';
  const reason = (error instanceof Error ? error.message : JSON.stringify(error)).replace(
    /\s+/g,
    ' ',
  );
  throw new Error(`the upgrade failed (${failed}: ${reason}); the database is unchanged`, {
    cause: error,
  });
}

/** The outer transaction is ours, and so is its lock. */
class Adapter extends PostgresAdapter {
  override get supportsTransactionalDdl(): boolean {
    return false;
  }
  override acquireMigrationLock = (): Promise<void> => Promise.resolve();
  override releaseMigrationLock = (): Promise<void> => Promise.resolve();
}

/** Each migration opens a transaction; within the outer one it becomes a savepoint. */
class SavepointDriver implements Driver {
  readonly #connection: DatabaseConnection;
  constructor(client: PoolClient) {
    this.#connection = {
      async executeQuery<Row>({ sql, parameters }: CompiledQuery): Promise<QueryResult<Row>> {
        const { rows } = await client.query(sql, [...parameters]);
        return { rows: rows as Row[] };
      },
      streamQuery: () => {
        throw new Error('queries are not streamed');
      },
    };
  }
  init = (): Promise<void> => Promise.resolve();
  acquireConnection = (): Promise<DatabaseConnection> => Promise.resolve(this.#connection);
  releaseConnection = (): Promise<void> => Promise.resolve();
  destroy = (): Promise<void> => Promise.resolve();
  beginTransaction = (): Promise<void> => this.#run('SAVEPOINT migration');
  commitTransaction = (): Promise<void> => this.#run('RELEASE migration');
  async rollbackTransaction(): Promise<void> {
    await this.#run('ROLLBACK TO migration');
    await this.#run('RELEASE migration');
  }
  async #run(statement: string): Promise<void> {
    await this.#connection.executeQuery(CompiledQuery.raw(statement));
  }
}
