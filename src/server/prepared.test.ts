import type { Expression } from 'kysely';
import {
  DummyDriver,
  Kysely,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely';
import { expect, test } from 'vitest';
import type { Database } from '#db/schema.ts';
import type { YearMonth } from '#lib/calendar.ts';
import { answersAtOnce, findPrepared } from './prepared.ts';

const database = () =>
  new Kysely<Database>({
    dialect: {
      createAdapter: () => new SqliteAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (db) => new SqliteIntrospector(db),
      createQueryCompiler: () => new SqliteQueryCompiler(),
    },
  });

test('a query is compiled once, and gets its values by their places', async () => {
  const asked: unknown[] = [];
  const db = database();
  answersAtOnce(db, (sql) => {
    asked.push(sql);
    return (values) => [asked.push(values)];
  });
  const find = findPrepared((on, id: Expression<string>, month: Expression<YearMonth>) =>
    on
      .selectFrom('letters')
      .select('title')
      .where('year_month', '=', month)
      .where('host_id', '=', id)
      .where('year_month', '<=', month),
  );
  await find(db, 'a', 202609);
  await find(db, 'b', 202610);
  expect(asked).toEqual([
    'select "title" from "letters" where "year_month" = ? and "host_id" = ? and "year_month" <= ?',
    [202609, 'a', 202609],
    [202610, 'b', 202610],
  ]);
  // @ts-expect-error a month is a number
  await find(db, 'a', '202609');
});

/** Held by `tsc` and the linter. */
test('a builder that asks what a value is does not compile', () => {
  const letters = (on: Kysely<Database>) => on.selectFrom('letters').selectAll();
  findPrepared((on, id: Expression<string>, month: Expression<YearMonth>) => {
    // @ts-expect-error it is no text
    if (id === 'a') return letters(on);
    // @ts-expect-error nor a boolean
    letters(on).$if(id, (query) => query.limit(1));
    // @ts-expect-error nor a number
    letters(on).limit(month * 2);
    // @ts-expect-error nor is one month before another
    if (month < 202609) return letters(on);
    // Nor can it be missing: an unused comment for the linter is an error.
    // eslint-disable-next-line @typescript-eslint/no-unnecessary-condition
    if (id) return letters(on);
    return letters(on);
  });
});
