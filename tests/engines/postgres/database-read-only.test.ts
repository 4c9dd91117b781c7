import pg from 'pg';
import { expect, inject, onTestFinished, test } from 'vitest';
import type { Db } from '#server/database.ts';
import { asAppError } from '#server/failures.ts';
import { openPostgres } from '#server/postgres/database.ts';
import { makeRuntime } from '../../support/runtime.ts';

const write = (db: Db) => db.deleteFrom('rate_limits').execute();

test('a PostgreSQL that became read-only is 503, and the next connection may reach one that is not', async () => {
  const rt = await makeRuntime();
  const { pathname } = new URL(rt.env.DATABASE_URL ?? '');
  const outside = new pg.Client(inject('postgres') ?? '');
  await outside.connect();
  onTestFinished(() => outside.end());
  const alter = (how: string) => outside.query(`ALTER DATABASE ${pathname.slice(1)} ${how}`);
  await alter('SET default_transaction_read_only = on');
  const db = openPostgres(rt.env.DATABASE_URL ?? '');
  onTestFinished(() => db.destroy());
  for (const attempt of [() => write(db), () => db.transaction().execute((tx) => write(tx))]) {
    const error = await attempt().catch(asAppError);
    expect(error).toMatchObject({ status: 503, retryAfter: 10 });
  }
  await alter('RESET default_transaction_read_only');
  await write(db);
  expect(await db.selectFrom('hosts').selectAll().execute()).toEqual([]);
});
