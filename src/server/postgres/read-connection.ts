import { PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely';
import type { Pool } from 'pg';
import type { Compiled, Question, ReadConnection } from '#server/read-connection.ts';
import { isPlaceholder, questionCompiler } from '#server/read-connection.ts';
import { orAway } from './away.ts';

interface Named extends Compiled {
  /** Of the prepared statement, which each connection keeps. */
  name: string;
}

/** On connections of its own: letters and pictures wait for no other query. */
export function readThrough(pool: Pool): ReadConnection {
  const known = new Map<Question, Named>();
  const named = (question: Question): Named => {
    const kept = known.get(question);
    if (kept) return kept;
    const made = { ...compileForPostgres(question), name: `question ${known.size}` };
    known.set(question, made);
    return made;
  };
  const ask = async (question: Question, given: readonly string[]): Promise<unknown[]> => {
    const { name, sql: text, parameters } = named(question);
    const { rows } = await orAway(pool.query({ name, text, values: parameters(given) }));
    return rows as unknown[];
  };
  return {
    first: async (question, values) => (await ask(question, values))[0],
    all: ask,
    atOnce: (read) => read(),
    close: () => pool.end(),
  };
}

/** Constants are written into the SQL, for partial indexes and fewer parameters. */
class QuestionCompiler extends PostgresQueryCompiler {
  protected override appendValue(value: unknown): void {
    if (isPlaceholder(value)) super.appendValue(value);
    else this.appendImmediateValue(value);
  }
}

const compileForPostgres = questionCompiler({
  createAdapter: () => new PostgresAdapter(),
  createIntrospector: (db) => new PostgresIntrospector(db),
  createQueryCompiler: () => new QuestionCompiler(),
});
