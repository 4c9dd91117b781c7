import type { Compilable, CompiledQuery } from 'kysely';
import type { Db } from './database.ts';

/** Stands for a value while a query is compiled. */
class Place {
  readonly at: number;
  constructor(at: number) {
    this.at = at;
  }
}

type Build<Row, Values extends unknown[]> = (db: Db, ...values: Values) => Compilable<Row>;

/**
 * A query of Kysely that each database compiles once: to build it takes longer than SQLite takes to
 * answer it.
 * @param build may only pass its values on to the query, since it gets stand-ins for them
 * @returns a function that fetches the rows for given values
 */
export function listPrepared<Row, Values extends unknown[]>(
  build: Build<Row, Values>,
): (db: Db, ...values: Values) => Promise<Row[]> {
  const known = new WeakMap<Db, CompiledQuery<Row>>();
  const compile = (db: Db): CompiledQuery<Row> => {
    const places = Array.from({ length: build.length - 1 }, (_, at) => new Place(at));
    const query = build(db, ...(places as unknown[] as Values)).compile();
    known.set(db, query);
    return query;
  };
  return async (db, ...values) => {
    const query = known.get(db) ?? compile(db);
    const parameters = query.parameters.map((one) => (one instanceof Place ? values[one.at] : one));
    const { rows } = await db.executeQuery<Row>({ ...query, parameters });
    return rows;
  };
}

/** The same for the first row. */
export function findPrepared<Row, Values extends unknown[]>(
  build: Build<Row, Values>,
): (db: Db, ...values: Values) => Promise<Row | undefined> {
  const list = listPrepared(build);
  return async (db, ...values) => (await list(db, ...values))[0];
}
