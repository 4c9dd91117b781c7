import BetterSqlite3 from 'better-sqlite3';
import { vi } from 'vitest';

export interface Asked {
  sql: string;
  parameters: readonly unknown[];
}

/**
 * Every statement on any connection, with parameters: the plan depends on both. Those that were
 * prepared before are not seen. Until `vi.restoreAllMocks()`.
 */
export function recordStatements(): Map<string, Asked> {
  const asked = new Map<string, Asked>();
  const prepare = Reflect.get(BetterSqlite3.prototype, 'prepare') as (
    sql: string,
  ) => BetterSqlite3.Statement;
  vi.spyOn(BetterSqlite3.prototype, 'prepare').mockImplementation(function (
    this: BetterSqlite3.Database,
    sql: string,
  ) {
    const statement = prepare.call(this, sql);
    const all = statement.all.bind(statement);
    statement.all = (parameters: readonly unknown[]) => {
      asked.set(sql, { sql, parameters });
      return all(parameters);
    };
    const get = statement.get.bind(statement);
    statement.get = (...parameters: unknown[]) => {
      asked.set(sql, { sql, parameters });
      return get(...parameters);
    };
    const run = statement.run.bind(statement);
    statement.run = (parameters: readonly unknown[]) => {
      asked.set(sql, { sql, parameters });
      return run(parameters);
    };
    return statement;
  });
  return asked;
}
