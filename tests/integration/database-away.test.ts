import { describe, expect, test } from 'vitest';
import { AppError } from '#lib/errors.ts';
import { asAppError } from '#server/failures.ts';
import { openPostgres } from '#server/postgres/database.ts';
import { listPrepared } from '#server/prepared.ts';

/** Nothing listens there. */
const NOWHERE = 'postgres://tester@127.0.0.1:1/none';

const hosts = listPrepared((db) => db.selectFrom('hosts').select('id'));

describe('a PostgreSQL that cannot be reached', () => {
  const db = openPostgres(NOWHERE);
  const attempts: Record<string, () => Promise<unknown>> = {
    read: () => db.selectFrom('hosts').selectAll().execute(),
    write: () => db.deleteFrom('hosts').execute(),
    transaction: () => db.transaction().execute(() => Promise.resolve()),
    'prepared query': () => hosts(db),
  };

  test.each(Object.keys(attempts))('is 503 with a time to ask again: %s', async (name) => {
    const error = await attempts[name]?.().catch(asAppError);
    expect(error).toBeInstanceOf(AppError);
    expect(error).toMatchObject({ status: 503, retryAfter: 10 });
  });

  test('another fault is not', () => {
    const error = Object.assign(new Error('duplicate key'), { code: '23505' });
    expect(asAppError(error)).toBe(error);
  });
});
