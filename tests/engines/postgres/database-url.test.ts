import { sql } from 'kysely';
import pg from 'pg';
import { describe, expect, inject, onTestFinished, test } from 'vitest';
import { upgradeAt } from '#server/postgres/open.ts';
import { openUpgraded } from '#server/open-database.ts';
import { isHealthy } from '#server/health-check.ts';
import { takeLoggedErrors } from '../../support/log.ts';
import { makeRuntime } from '../../support/runtime.ts';

/** Runs statements as the database's owner, beside the program. */
async function run(...statements: string[]): Promise<void> {
  const client = new pg.Client(inject('postgres') ?? '');
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}

/** Transactions of a database that wait for their next query. */
async function countIdle(name: string): Promise<number> {
  const client = new pg.Client(inject('postgres') ?? '');
  await client.connect();
  try {
    const { rowCount } = await client.query(
      `SELECT FROM pg_stat_activity WHERE datname = $1 AND state LIKE 'idle in transaction%'`,
      [name],
    );
    return rowCount ?? 0;
  } finally {
    await client.end();
  }
}

const nameOf = (url = ''): string => new URL(url).pathname.slice(1);
const open = (DATABASE_URL = '') => openUpgraded({ DATA_DIR: '/nowhere', DATABASE_URL });

describe('a PostgreSQL database', () => {
  test('is refused with a setting that would lose what was acknowledged', async () => {
    const { env } = await makeRuntime();
    await run(`ALTER DATABASE ${nameOf(env.DATABASE_URL)} SET synchronous_commit = off`);
    await expect(open(env.DATABASE_URL)).rejects.toThrow(
      'DATABASE_URL: PostgreSQL setting synchronous_commit is off',
    );
  });

  test('is refused where nothing can be written', async () => {
    const { env } = await makeRuntime();
    await run(`ALTER DATABASE ${nameOf(env.DATABASE_URL)} SET default_transaction_read_only = on`);
    await expect(open(env.DATABASE_URL)).rejects.toThrow('transaction_read_only is on');
  });

  test('of a newer version is refused, and left as it is', async () => {
    const { db, env } = await makeRuntime();
    await sql`INSERT INTO kysely_migration VALUES ('9999_invent_time', '2030-01-01')`.execute(db);
    await expect(open(env.DATABASE_URL)).rejects.toThrow(/newer version.*9999_invent_time/);
  });

  test('that is not there is named without its password', async () => {
    const gone = open('postgres://someone:secret@127.0.0.1:1/none');
    await expect(gone).rejects.toThrow(/^DATABASE_URL: .*ECONNREFUSED/);
    await expect(gone).rejects.not.toThrow('secret');
  });

  test('that restarts within a transaction fails it, and ends nothing else', async () => {
    const { db, env } = await makeRuntime();
    const uncaught: unknown[] = [];
    const note = (error: unknown): void => void uncaught.push(error);
    process.on('uncaughtException', note);
    onTestFinished(() => void process.off('uncaughtException', note));
    const broken = db.transaction().execute(async (tx) => {
      await sql`SELECT 1`.execute(tx);
      // As when the server ends: between two queries of the transaction, which is idle meanwhile.
      await run(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
        WHERE datname = '${nameOf(env.DATABASE_URL)}' AND state LIKE 'idle in transaction%'`);
      await expect.poll(() => countIdle(nameOf(env.DATABASE_URL))).toBe(0);
      await sql`SELECT 1`.execute(tx);
    });
    await expect(broken).rejects.toThrow();
    expect(uncaught).toEqual([]);
    expect(await db.selectFrom('hosts').selectAll().execute()).toEqual([]);
  });

  test('is upgraded once by several processes at once', async () => {
    const name = 'upgraded_at_once';
    await run(`CREATE DATABASE ${name}`);
    onTestFinished(() => run(`DROP DATABASE ${name} WITH (FORCE)`));
    const url = Object.assign(new URL(inject('postgres') ?? ''), { pathname: `/${name}` }).href;
    await Promise.all([1, 2, 3].map(() => upgradeAt(url)));
    const opened = await open(url);
    expect(await opened.db.selectFrom('hosts').selectAll().execute()).toEqual([]);
    await opened.close();
  });

  test('that ends its connections is used again with the next request', async () => {
    const rt = await makeRuntime();
    expect(await isHealthy(rt)).toBe(true);
    const { rows } = await sql<{ pid: number }>`SELECT pid FROM pg_stat_activity
      WHERE datname = current_database() AND pid <> pg_backend_pid()`.execute(rt.db);
    // Existing connections end; the server takes new ones, and is well again.
    for (const { pid } of rows) await run(`SELECT pg_terminate_backend(${pid})`);
    await expect.poll(() => isHealthy(rt)).toBe(true);
    takeLoggedErrors();
  });

  test('that ends a connection between two queries fails only that transaction', async () => {
    const { db } = await makeRuntime();
    const uncaught: unknown[] = [];
    const note = (error: unknown): void => void uncaught.push(error);
    process.on('uncaughtException', note);
    onTestFinished(() => void process.off('uncaughtException', note));
    const cut = db.transaction().execute(async (tx) => {
      const { rows } = await sql<{ pid: number }>`SELECT pg_backend_pid() AS pid`.execute(tx);
      const isThere = sql<{ pid: number }>`SELECT pid FROM pg_stat_activity
        WHERE pid = ${rows[0]?.pid}`;
      await run(`SELECT pg_terminate_backend(${rows[0]?.pid})`);
      await expect.poll(async () => (await isThere.execute(db)).rows).toEqual([]);
      await sql`SELECT 1`.execute(tx);
    });
    await expect(cut).rejects.toThrow();
    await db.transaction().execute((tx) => sql`SELECT 1`.execute(tx));
    expect(uncaught).toEqual([]);
  });
});
