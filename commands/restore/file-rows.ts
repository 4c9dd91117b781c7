import BetterSqlite3 from 'better-sqlite3';
import { ownTables } from '#db/own-tables.ts';
import type { Rows, Shape, Value } from './rows.ts';

/** The rows of a database file. */
export function openFileRows(file: string): Rows & { close: () => void } {
  const db = new BetterSqlite3(file, { fileMustExist: true });
  /** Each is made once: one that waits for collection keeps memory that V8 cannot see. */
  const known = new Map<string, BetterSqlite3.Statement>();
  return {
    tables: () => Promise.resolve(tablesOf(db)),
    query(sql, values = []) {
      const statement = known.get(sql) ?? db.prepare(sql).raw();
      known.set(sql, statement);
      return Promise.resolve(statement.all(...values) as Value[][]);
    },
    close: () => void db.close(),
  };
}

function tablesOf(db: BetterSqlite3.Database): Map<string, Shape> {
  const list = (sql: string): string[] => db.prepare(sql).pluck().all() as string[];
  return new Map(
    ownTables(db).map((name) => {
      const columns = list(`SELECT name FROM pragma_table_xinfo('${name}') WHERE hidden = 0`);
      const key = list(`SELECT name FROM pragma_table_xinfo('${name}') WHERE pk > 0 ORDER BY pk`);
      const references = list(`SELECT DISTINCT "table" FROM pragma_foreign_key_list('${name}')`);
      return [name, { columns: columns.toSorted(), key, references }];
    }),
  );
}
