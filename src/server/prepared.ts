import type { Compilable, CompiledQuery, DialectAdapter } from 'kysely';
import type { Db } from './database.ts';

/** Stands for a value while a query is compiled. */
export class Place {
  readonly at: number;
  constructor(at: number) {
    this.at = at;
  }
}

type Build<Row, Values extends unknown[]> = (db: Db, ...values: Values) => Compilable<Row>;

/** @returns what runs that statement, with all its values, and fetches its rows */
type Prepare = (sql: string) => (values: unknown[]) => unknown[];

const statements = new WeakMap<Db, Prepare>();

/** For a connection whose rows are there at once: Kysely's way to a row takes longer than the row. */
export const answersAtOnce = (db: Db, prepare: Prepare): void => void statements.set(db, prepare);

interface Known<Row> {
  parameters: readonly unknown[];
  rows: (db: Db, values: unknown[]) => Promise<Row[]> | Row[];
}

/**
 * A query of Kysely that each database compiles once, transactions included: to build it takes
 * longer than SQLite takes to answer it. A write prepared so wakes no worker, since a transaction
 * notes what it writes while a query is built.
 * @param build may only pass its values on to the query, since it gets stand-ins for them
 * @param count of its values
 * @returns a function that fetches the rows for given values
 */
export function listPrepared<Row, Values extends unknown[]>(
  build: Build<Row, Values>,
  count = build.length - 1,
): (db: Db, ...values: Values) => Promise<Row[]> {
  // A database and its transactions have one adapter in common.
  const known = new WeakMap<DialectAdapter, Known<Row>>();
  const compile = (db: Db, adapter: DialectAdapter): Known<Row> => {
    const places = Array.from({ length: count }, (_, at) => new Place(at));
    const query = build(db, ...(places as unknown[] as Values)).compile();
    const made = { parameters: query.parameters, rows: rowsOf(db, query) };
    known.set(adapter, made);
    return made;
  };
  return async (db, ...values) => {
    const { adapter } = db.getExecutor();
    const { parameters, rows } = known.get(adapter) ?? compile(db, adapter);
    return rows(
      db,
      parameters.map((one) => (one instanceof Place ? values[one.at] : one)),
    );
  };
}

function rowsOf<Row>(of: Db, query: CompiledQuery<Row>): Known<Row>['rows'] {
  const statement = statements.get(of)?.(query.sql);
  if (statement) return (_db, values) => statement(values) as Row[];
  return async (db, parameters) => (await db.executeQuery<Row>({ ...query, parameters })).rows;
}

/** The same for ids too, with one statement for each number of them: for lists of a few. */
export function listPreparedFor<Row, Values extends unknown[]>(
  build: (db: Db, ids: readonly string[], ...values: Values) => Compilable<Row>,
): (db: Db, ids: readonly string[], ...values: Values) => Promise<Row[]> {
  const count = build.length - 2;
  const known: ((db: Db, ...all: unknown[]) => Promise<Row[]>)[] = [];
  return (db, ids, ...values) => {
    const of = (known[ids.length] ??= listPrepared(
      (within, ...all) =>
        build(within, all.slice(count) as string[], ...(all.slice(0, count) as Values)),
      count + ids.length,
    ));
    return of(db, ...values, ...ids);
  };
}

/** The same for the first row. */
export function findPrepared<Row, Values extends unknown[]>(
  build: Build<Row, Values>,
): (db: Db, ...values: Values) => Promise<Row | undefined> {
  const list = listPrepared(build);
  return async (db, ...values) => (await list(db, ...values))[0];
}
