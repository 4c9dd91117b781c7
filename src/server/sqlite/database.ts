import BetterSqlite3 from 'better-sqlite3';
import type { Database } from '#db/schema.ts';
import type { DatabaseConnection, LimitNode, LogEvent } from 'kysely';
import {
  CompiledQuery,
  Kysely,
  SqliteAdapter,
  SqliteDialect,
  SqliteDriver,
  SqliteQueryCompiler,
  sql,
} from 'kysely';
import type { Db } from '#server/database.ts';
import { noteWork } from '#server/stalls.ts';
import { Place } from '#server/prepared.ts';
import { requireNoTransaction } from '#server/transaction-scope.ts';

const BUSY_TIMEOUT_MS = 5000;
const MIB = 1024 * 1024;
const STATEMENT_CACHE = 200;
const ROOM_BYTES = 4 * MIB;

const PRAGMAS = {
  journal_mode: 'wal',
  synchronous: 2, // FULL: an answer means the bytes are on disk
  foreign_keys: 1,
  busy_timeout: BUSY_TIMEOUT_MS,
  trusted_schema: 0,
  secure_delete: 1, // nor in pages that become free
  journal_size_limit: 64 * MIB,
  cache_size: -2048, // KiB; nothing is faster with the 16 MB that better-sqlite3 sets
} as const;

/** Opens a database file. @throws Error if a setting had no effect or SQLite is too old */
export function openDatabase(file: string): Db {
  const sqlite = new BetterSqlite3(file);
  for (const [name, value] of Object.entries(PRAGMAS)) sqlite.pragma(`${name} = ${value}`);
  assertSettings(sqlite);
  const log = ({ queryDurationMillis }: LogEvent): void => noteWork(queryDurationMillis);
  return new Kysely<Database>({ dialect: new Dialect(sqlite), log });
}

/**
 * BEGIN IMMEDIATE: otherwise a transaction that reads before it writes fails at once if another
 * process wrote in between. SQLite rolls back by itself on a full disk; a second rollback would
 * hide the error (P3).
 */
class Driver extends SqliteDriver {
  readonly #sqlite: BetterSqlite3.Database;
  #free: Promise<unknown> = Promise.resolve();
  #release = (): void => undefined;
  constructor(sqlite: BetterSqlite3.Database) {
    super({ database: cachingStatements(sqlite) });
    this.#sqlite = sqlite;
  }
  override acquireConnection = async (): Promise<DatabaseConnection> => {
    requireNoTransaction();
    const released = Promise.withResolvers<undefined>();
    const free = this.#free;
    this.#free = released.promise;
    await free;
    this.#release = () => released.resolve(undefined);
    return super.acquireConnection();
  };
  override releaseConnection = (): Promise<void> => {
    this.#release();
    return Promise.resolve();
  };
  override beginTransaction = async (connection: DatabaseConnection): Promise<void> => {
    await connection.executeQuery(CompiledQuery.raw('begin immediate'));
  };
  override rollbackTransaction = async (connection: DatabaseConnection): Promise<void> => {
    if (this.#sqlite.inTransaction) await super.rollbackTransaction(connection);
  };
}

/** Kysely would take its own lock first and hang when the driver throws. */
export class Adapter extends SqliteAdapter {
  override get supportsMultipleConnections(): boolean {
    return true;
  }
}

class Dialect extends SqliteDialect {
  readonly #sqlite: BetterSqlite3.Database;
  constructor(sqlite: BetterSqlite3.Database) {
    super({ database: sqlite });
    this.#sqlite = sqlite;
  }
  override createDriver = (): SqliteDriver => new Driver(this.#sqlite);
  override createAdapter = (): SqliteAdapter => new Adapter();
  override createQueryCompiler = (): SqliteQueryCompiler => new Compiler();
}

/**
 * Where a plan could depend on a bound value, as on each limit, SQLite prepares the statement again
 * for each run: 120 µs instead of 10 for an index lookup. A plus hides the value.
 */
class Compiler extends SqliteQueryCompiler {
  protected override appendValue(value: unknown): void {
    if (value instanceof Place) this.append('+');
    super.appendValue(value);
  }
  protected override visitLimit(node: LimitNode): void {
    this.append('limit +');
    this.visitNode(node.limit);
  }
}

/** Reserves disk space in the WAL and in free pages, for small writes on a full disk (P3). */
export async function takeRoomToWrite(db: Db): Promise<void> {
  await sql`DROP TABLE IF EXISTS room`.execute(db);
  await sql`CREATE TABLE room (content BLOB NOT NULL) STRICT`.execute(db);
  await sql`INSERT INTO room VALUES (zeroblob(${sql.lit(ROOM_BYTES)}))`.execute(db);
  await sql`DROP TABLE room`.execute(db);
}

/**
 * What was deleted stands in the WAL until that is written over: empties it, but waits for no other
 * process that reads. @returns whether it is empty
 */
export async function emptyWal(db: Db): Promise<boolean> {
  const busy = await db.connection().execute(async (alone) => {
    await sql`PRAGMA busy_timeout = 0`.execute(alone);
    try {
      const { rows } = await sql<{ busy: number }>`PRAGMA wal_checkpoint(TRUNCATE)`.execute(alone);
      return rows[0]?.busy;
    } finally {
      await sql`PRAGMA busy_timeout = ${sql.lit(BUSY_TIMEOUT_MS)}`.execute(alone);
    }
  });
  await takeRoomToWrite(db);
  return busy === 0;
}

function assertSettings(sqlite: BetterSqlite3.Database): void {
  for (const [name, value] of Object.entries(PRAGMAS)) {
    const actual = sqlite.pragma(name, { simple: true });
    if (actual !== value) throw new Error(`SQLite setting ${name} is ${String(actual)}`);
  }
  const version = String(sqlite.prepare('SELECT sqlite_version()').pluck().get());
  if (version.localeCompare('3.51.3', 'en', { numeric: true }) < 0) {
    throw new Error(`SQLite ${version} is older than 3.51.3`);
  }
}

/** Kysely prepares a statement per call: too slow for the token check of a letter. */
export function cachingStatements(sqlite: BetterSqlite3.Database) {
  const statements = new Map<string, BetterSqlite3.Statement>();
  return {
    close: () => void sqlite.close(),
    prepare(sql: string) {
      const known = statements.get(sql);
      if (known) return known;
      const statement = sqlite.prepare(sql);
      if (statements.size >= STATEMENT_CACHE) statements.clear();
      statements.set(sql, statement);
      return statement;
    },
  };
}
