import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { dataPaths } from '#server/data-folder.ts';
import type { Db } from '#server/database.ts';
import { asAppError } from '#server/failures.ts';
import { openPostgres } from '#server/postgres/database.ts';
import { openDatabase } from '#server/sqlite/database.ts';
import type { TestRuntime } from '../support/runtime.ts';
import { makeRuntime } from '../support/runtime.ts';

const IMPATIENT_MS = 50;

/** As another process has it, with little patience. */
async function openImpatient({ env, dataDir }: TestRuntime): Promise<Db> {
  const { DATABASE_URL: url } = env;
  const db =
    url === undefined
      ? openDatabase(dataPaths(dataDir).database)
      : openPostgres(url, { lock_timeout: IMPATIENT_MS });
  onTestFinished(() => db.destroy());
  if (url === undefined) await sql.raw(`PRAGMA busy_timeout = ${IMPATIENT_MS}`).execute(db);
  return db;
}

const write = (db: Db) => db.deleteFrom('rate_limits').execute();

test('a write blocked by another process for too long is 503, and works afterwards', async () => {
  const rt = await makeRuntime();
  const other = await openImpatient(rt);
  const [held, ended] = [Promise.withResolvers<undefined>(), Promise.withResolvers<undefined>()];
  const holder = rt.db.transaction().execute(async (tx) => {
    await write(tx);
    held.resolve(undefined);
    await ended.promise;
  });
  await held.promise;
  onTestFinished(() => ended.resolve(undefined));
  const refusals = [
    await write(other).catch(asAppError),
    await other
      .transaction()
      .execute((tx) => write(tx))
      .catch(asAppError),
  ];
  expect(refusals).toMatchObject([
    { status: 503, retryAfter: 5 },
    { status: 503, retryAfter: 5 },
  ]);
  ended.resolve(undefined);
  await holder;
  await write(other);
});
