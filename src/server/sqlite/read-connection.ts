import BetterSqlite3 from 'better-sqlite3';
import { SqliteAdapter, SqliteIntrospector, SqliteQueryCompiler } from 'kysely';
import type { Compiled, Question, ReadConnection } from '#server/read-connection.ts';
import { isPlaceholder, questionCompiler } from '#server/read-connection.ts';

const CACHE_KIB = 1024;

interface Prepared {
  statement: BetterSqlite3.Statement;
  parameters: Compiled['parameters'];
}

/** Answers at once, and looks up and locks the file once for reads of one moment. */
export function openReadConnection(file: string): ReadConnection {
  const sqlite = new BetterSqlite3(file, { readonly: true, fileMustExist: true });
  sqlite.pragma(`cache_size = -${CACHE_KIB}`);
  sqlite.pragma('trusted_schema = 0');
  const known = new Map<Question, Prepared>();
  const prepared = (question: Question): Prepared => {
    const kept = known.get(question);
    if (kept) return kept;
    const { sql, parameters } = compileForSqlite(question);
    const made = { statement: sqlite.prepare(sql), parameters };
    known.set(question, made);
    return made;
  };
  const begin = sqlite.prepare('BEGIN');
  const end = sqlite.prepare('COMMIT');
  return {
    first(question, values) {
      const { statement, parameters } = prepared(question);
      return statement.get(...parameters(values));
    },
    all(question, values) {
      const { statement, parameters } = prepared(question);
      return statement.all(parameters(values));
    },
    atOnce(read) {
      begin.run();
      try {
        return read();
      } finally {
        end.run();
      }
    },
    close: () => void sqlite.close(),
  };
}

/**
 * Where a plan could depend on a bound value (a join, or a partial index), SQLite prepares the
 * statement again for each run, which takes several times as long as the run. So constants are
 * written into the SQL, and a plus hides the values from the planner: 3 µs instead of 21 for a
 * family's link, 3 instead of 26 for a photo's permission.
 */
class Compiler extends SqliteQueryCompiler {
  protected override appendValue(value: unknown): void {
    if (!isPlaceholder(value)) {
      this.appendImmediateValue(value);
      return;
    }
    this.append('+');
    super.appendValue(value);
  }
}

export const compileForSqlite = questionCompiler({
  createAdapter: () => new SqliteAdapter(),
  createIntrospector: (db) => new SqliteIntrospector(db),
  createQueryCompiler: () => new Compiler(),
});
