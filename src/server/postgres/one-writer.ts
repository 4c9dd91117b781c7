import type { CompiledQuery, DatabaseConnection, Driver, QueryResult } from 'kysely';
import type { Pool, PoolClient } from 'pg';
import { BEGIN } from '#db/postgres/writers-lock.ts';
import { requireNoTransaction } from '#server/transaction-scope.ts';
import { isAway, throwAway } from './away.ts';

/**
 * Services check and then write in one transaction, which is safe as long as no other writes in
 * between, as on SQLite. Reads outside of transactions run in parallel, on any connection.
 */
export class OneWriterDriver implements Driver {
  readonly #open: () => Promise<Pool>;
  #pool: Pool | undefined;
  /** Writers of this process wait here, so that they occupy no connections. */
  #free: Promise<unknown> = Promise.resolve();

  constructor(open: () => Promise<Pool>) {
    this.#open = open;
  }

  async init(): Promise<void> {
    this.#pool = await this.#open();
  }

  acquireConnection(): Promise<Connection> {
    requireNoTransaction();
    if (!this.#pool) throw new Error('the database is closed');
    return Promise.resolve(new Connection(this.#pool, () => this.#turn()));
  }

  async #turn(): Promise<() => void> {
    const { promise, resolve } = Promise.withResolvers<undefined>();
    const free = this.#free;
    this.#free = promise;
    await free;
    return () => resolve(undefined);
  }

  beginTransaction = (connection: Connection): Promise<void> => connection.begin();
  commitTransaction = (connection: Connection): Promise<void> => connection.end('COMMIT');
  rollbackTransaction = (connection: Connection): Promise<void> => connection.end('ROLLBACK');
  releaseConnection = (connection: Connection): Promise<void> => connection.release();

  async destroy(): Promise<void> {
    const pool = this.#pool;
    this.#pool = undefined;
    await pool?.end();
  }
}

/** Takes a real connection for a transaction only; other queries go to any. */
class Connection implements DatabaseConnection {
  readonly #pool: Pool;
  readonly #turn: () => Promise<() => void>;
  #client: PoolClient | undefined;
  #leave: (() => void) | undefined;
  /** It did not answer: whatever is sent on it next would wait for that answer. */
  #broken: Error | undefined;

  constructor(pool: Pool, turn: () => Promise<() => void>) {
    this.#pool = pool;
    this.#turn = turn;
  }

  async begin(): Promise<void> {
    this.#leave = await this.#turn();
    try {
      this.#client = await this.#pool.connect().catch(throwAway);
      await this.#client.query(BEGIN).catch(throwAway);
    } catch (error) {
      await this.release(error as Error);
      throw error;
    }
  }

  async end(how: 'COMMIT' | 'ROLLBACK'): Promise<void> {
    if (this.#broken) throw this.#broken;
    if (this.#client) await this.#client.query(how).catch(throwAway).catch(this.#note);
  }

  #note = (error: unknown): never => {
    if (isAway(error)) this.#broken = error;
    throw error;
  };

  /** @param broken a connection in an unknown state is closed */
  release(broken = this.#broken): Promise<void> {
    this.#client?.release(broken);
    this.#client = undefined;
    this.#broken = undefined;
    this.#leave?.();
    this.#leave = undefined;
    return Promise.resolve();
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    if (this.#client) return this.#run<Row>(this.#client, query).catch(this.#note);
    if (isRead(query)) return this.#run(this.#pool, query);
    await this.begin();
    let broken: Error | undefined;
    try {
      const result = await this.#run<Row>(this.#client as unknown as PoolClient, query).catch(
        this.#note,
      );
      await this.end('COMMIT');
      return result;
    } catch (error) {
      await this.end('ROLLBACK').catch((failure: unknown) => (broken = failure as Error));
      throw error;
    } finally {
      await this.release(broken);
    }
  }

  async #run<Row>(
    on: Pool | PoolClient,
    { sql, parameters }: CompiledQuery,
  ): Promise<QueryResult<Row>> {
    const { command, rowCount, rows } = await on.query(sql, [...parameters]).catch(throwAway);
    const numAffectedRows =
      command === 'SELECT' || rowCount === null ? undefined : BigInt(rowCount);
    return { rows: rows as Row[], ...(numAffectedRows !== undefined && { numAffectedRows }) };
  }

  streamQuery<Row>(): AsyncIterableIterator<QueryResult<Row>> {
    throw new Error('queries are not streamed');
  }
}

const isRead = ({ query, sql }: CompiledQuery): boolean =>
  query.kind === 'SelectQueryNode' || (query.kind === 'RawNode' && /^\s*select\b/i.test(sql));
