import type { Pool, PoolConfig } from 'pg';
import { SECOND_MS } from '#lib/durations.ts';

/** A transaction whose process stands still is ended, or no other could write. */
const IDLE_IN_TRANSACTION_MS = 15 * SECOND_MS;
/** Longer, so that writers outlast such a process. */
const LOCK_MS = 30 * SECOND_MS;
const CONNECT_MS = 10 * SECOND_MS;
/**
 * A machine that vanished, as before another takes over, ends no connection: without a limit, its
 * last query and all that wait for it would hang for a quarter of an hour. Longer than LOCK_MS and
 * any query of a server.
 */
export const ANSWERING = { query_timeout: 60 * SECOND_MS };

/** The name under which the server lists our connections. */
export const PROGRAM = 'tsukidayori';

const INT8 = 20;
const NUMERIC = 1700;
/** Counts, sums and bytes are below 2^53. */
const AS_NUMBER = new Set([INT8, NUMERIC]);

/** Opens no connection yet. The library is loaded only here. */
export async function openPool(url: string, more: PoolConfig = {}): Promise<Pool> {
  const { default: pg } = await import('pg');
  const types = {
    getTypeParser: (oid: number, format?: 'text' | 'binary'): unknown =>
      AS_NUMBER.has(oid) ? Number : (pg.types.getTypeParser as Lookup)(oid, format),
  };
  const pool = new pg.Pool({
    connectionString: url,
    application_name: PROGRAM,
    idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MS,
    lock_timeout: LOCK_MS,
    connectionTimeoutMillis: CONNECT_MS,
    keepAlive: true,
    types: types,
    ...more,
  });
  // A connection that breaks is replaced. While it is in use, its query fails as well; while it is
  // idle, or between two queries of a transaction, there is only this error.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
}

type Lookup = (oid: number, format?: string) => unknown;
