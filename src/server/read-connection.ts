import BetterSqlite3 from 'better-sqlite3';
import type { Database } from '#db/schema.ts';
import type { CompiledQuery } from 'kysely';
import {
  DummyDriver,
  Kysely,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely';

const CACHE_KIB = 1024;

/** For the hot path: never waits for a write, sees only committed data, faster than Kysely. */
export interface ReadConnection {
  first(sql: string, parameters: readonly unknown[]): unknown;
  close(): void;
}

export function openReadConnection(file: string): ReadConnection {
  const sqlite = new BetterSqlite3(file, { readonly: true, fileMustExist: true });
  sqlite.pragma(`cache_size = -${CACHE_KIB}`);
  sqlite.pragma('trusted_schema = 0');
  const statements = new Map<string, BetterSqlite3.Statement>();
  const prepared = (sql: string): BetterSqlite3.Statement => {
    const statement = statements.get(sql) ?? sqlite.prepare(sql);
    statements.set(sql, statement);
    return statement;
  };
  return {
    first: (sql, parameters) => prepared(sql).get(...parameters),
    close: () => void sqlite.close(),
  };
}

const builder = new Kysely<Database>({
  dialect: {
    createAdapter: () => new SqliteAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  },
});

/**
 * Compiles a query on first use.
 * @param build receives placeholders in the order of the values
 * @returns a function that fetches the first row
 */
export function readQuery<Row, Values extends string[]>(
  build: (db: typeof builder, ...values: Values) => { compile(): CompiledQuery<Row> },
  ...placeholders: { [Index in keyof Values]: string }
): (connection: ReadConnection, ...values: Values) => Row | undefined {
  let question: Question | undefined;
  return (connection, ...values) => {
    question ??= asQuestion(build(builder, ...(placeholders as Values)).compile(), placeholders);
    return connection.first(question.sql, question.parameters(values)) as Row | undefined;
  };
}

interface Question {
  sql: string;
  parameters: (values: string[]) => unknown[];
}

function asQuestion({ sql, parameters }: CompiledQuery, placeholders: string[]): Question {
  const places = parameters.map((parameter) => placeholders.indexOf(parameter as string));
  return {
    sql,
    parameters: (values) =>
      places.map((place, at) => (place === -1 ? parameters[at] : values[place])),
  };
}
