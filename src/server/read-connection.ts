import type { Database } from '#db/schema.ts';
import type { Later } from '#lib/later.ts';
import type { CompiledQuery, Dialect } from 'kysely';
import { DummyDriver, Kysely } from 'kysely';

/** For the hot path: never waits for a write, sees only committed data, faster than Kysely. */
export interface ReadConnection {
  first(question: Question, values: readonly string[]): Later<unknown>;
  all(question: Question, values: readonly string[]): Later<unknown[]>;
  /** Reads of one moment, for less than they cost apart. */
  atOnce<T>(read: () => T): T;
  close(): Later<void>;
}

/** A query with named places for its values, which each database compiles once. */
export interface Question {
  readonly build: (db: Kysely<Database>, ...placeholders: string[]) => Compilable;
  readonly placeholders: readonly string[];
}

interface Compilable<Row = unknown> {
  compile(): CompiledQuery<Row>;
}

type Build<Row, Values extends string[]> = (
  db: Kysely<Database>,
  ...values: Values
) => Compilable<Row>;

type Placeholders<Values> = { [Index in keyof Values]: string };

/**
 * A query of which the first row is wanted.
 * @param build receives placeholders (`:name`) in the order of the values
 * @returns a function that fetches it for given values
 */
export function readQuery<Row, Values extends string[]>(
  build: Build<Row, Values>,
  ...placeholders: Placeholders<Values>
): (connection: ReadConnection, ...values: Values) => Later<Row | undefined> {
  const question: Question = { build: build as Question['build'], placeholders };
  return (connection, ...values) => connection.first(question, values) as Later<Row | undefined>;
}

/** The same for a query of which all rows are wanted. */
export function readRows<Row, Values extends string[]>(
  build: Build<Row, Values>,
  ...placeholders: Placeholders<Values>
): (connection: ReadConnection, ...values: Values) => Later<Row[]> {
  const question: Question = { build: build as Question['build'], placeholders };
  return (connection, ...values) => connection.all(question, values) as Later<Row[]>;
}

/** The values of one request; whatever else a query holds is the same for all. */
export const isPlaceholder = (value: unknown): value is string =>
  typeof value === 'string' && value.startsWith(':');

export interface Compiled {
  sql: string;
  /** Values in the order in which the SQL names their placeholders. */
  parameters: (values: readonly string[]) => string[];
}

/** Compiles questions for one kind of database, without one. */
export function questionCompiler(dialect: Omit<Dialect, 'createDriver'>) {
  const db = new Kysely<Database>({
    dialect: {
      createAdapter: () => dialect.createAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (inner) => dialect.createIntrospector(inner),
      createQueryCompiler: () => dialect.createQueryCompiler(),
    },
  });
  return ({ build, placeholders }: Question): Compiled => {
    const { sql, parameters } = build(db, ...placeholders).compile();
    const places = parameters.map((parameter) => placeholders.indexOf(parameter as string));
    return { sql, parameters: (values) => places.map((place) => values[place] ?? '') };
  };
}
