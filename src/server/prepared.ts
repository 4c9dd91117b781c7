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
 * longer than SQLite takes to answer it.
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
  return async (db, parameters) => {
    // A transaction notes what is written.
    db.getExecutor().transformQuery(query.query, query.queryId);
    return (await db.executeQuery<Row>({ ...query, parameters })).rows;
  };
}

/** The same for ids too, by a statement for each power of two: the last id fills it up. */
export function listPreparedFor<Row, Values extends unknown[]>(
  build: (db: Db, ids: readonly string[], ...values: Values) => Compilable<Row>,
): (db: Db, ids: readonly string[], ...values: Values) => Promise<Row[]> {
  const count = build.length - 2;
  const known: ((db: Db, ...all: unknown[]) => Promise<Row[]>)[] = [];
  return (db, ids, ...values) => {
    const size = ids.length && 2 ** Math.ceil(Math.log2(ids.length));
    const of = (known[size] ??= listPrepared(
      (within, ...all) =>
        build(within, all.slice(count) as string[], ...(all.slice(0, count) as Values)),
      count + size,
    ));
    return of(db, ...values, ...ids, ...Array<unknown>(size - ids.length).fill(ids.at(-1)));
  };
}

/** Large enough to save turns, and few enough for a statement's parameters in each database. */
const SIZES = [16, 4, 1] as const;

/**
 * The same for rows of these columns, as many as there are.
 * @param build inserts the rows, and may return something of each
 */
export function insertPrepared<Row extends object, Back = object>(
  columns: readonly (keyof Row)[],
  build: (db: Db, rows: Row[]) => Compilable<Back>,
): (db: Db, rows: readonly Row[]) => Promise<Back[]> {
  const width = columns.length;
  const rowOf = (values: unknown[], at: number): Row =>
    Object.fromEntries(columns.map((column, n) => [column, values[at * width + n]])) as Row;
  const inserts = SIZES.map((size) => ({
    size,
    insert: listPrepared<Back, unknown[]>(
      (db, ...values) =>
        build(
          db,
          Array.from({ length: size }, (_, at) => rowOf(values, at)),
        ),
      size * width,
    ),
  }));
  return async (db, rows) => {
    const inserted: Back[] = [];
    let at = 0;
    for (const { size, insert } of inserts) {
      for (; at + size <= rows.length; at += size) {
        const some = rows.slice(at, at + size);
        const values = some.flatMap((row) => columns.map((column) => row[column]));
        inserted.push(...(await insert(db, ...values)));
      }
    }
    return inserted;
  };
}

/** The same for the first row. */
export function findPrepared<Row, Values extends unknown[]>(
  build: Build<Row, Values>,
): (db: Db, ...values: Values) => Promise<Row | undefined> {
  const list = listPrepared(build);
  return async (db, ...values) => (await list(db, ...values))[0];
}
