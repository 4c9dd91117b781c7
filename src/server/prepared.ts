import type { Compilable, CompiledQuery, DialectAdapter, Expression } from 'kysely';
import { ExpressionWrapper, ValueNode } from 'kysely';
import type { Db } from './database.ts';

/** Stands for a value while a query is compiled. */
export class Place {
  readonly at: number;
  constructor(at: number) {
    this.at = at;
  }
}

const placed = (_: unknown, at: number) => new ExpressionWrapper(ValueNode.create(new Place(at)));

/** A query takes them where it takes values; to ask what they are does not compile. */
type Places<Values extends unknown[]> = { [At in keyof Values]: Expression<Values[At]> };
type Build<Row, Values extends unknown[]> = (db: Db, ...places: Places<Values>) => Compilable<Row>;

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
 * longer than SQLite takes to answer it. Only where that is felt (performance.md#a-letter).
 * @returns a function that fetches the rows for given values
 */
export function listPrepared<Row, Values extends unknown[]>(
  build: Build<Row, Values>,
): (db: Db, ...values: Values) => Promise<Row[]> {
  // A database and its transactions have one adapter in common.
  const known = new WeakMap<DialectAdapter, Known<Row>>();
  const compile = (db: Db, adapter: DialectAdapter): Known<Row> => {
    const places = Array.from({ length: build.length - 1 }, placed);
    const query = build(db, ...(places as Places<Values>)).compile();
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

/** The same for the first row. */
export function findPrepared<Row, Values extends unknown[]>(
  build: Build<Row, Values>,
): (db: Db, ...values: Values) => Promise<Row | undefined> {
  const list = listPrepared(build);
  return async (db, ...values) => (await list(db, ...values))[0];
}
