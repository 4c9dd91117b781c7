import type { CompiledQuery } from 'kysely';
import type { Db } from './database.ts';

/**
 * A query compiled once for each database. Building one takes longer than SQLite needs to
 * answer, which counts where every letter and every picture starts with it.
 * @param build is given placeholders in the values' order
 */
export function compiledQuery<Row, Values extends string[]>(
  build: (db: Db, ...values: Values) => { compile(): CompiledQuery<Row> },
  ...placeholders: { [Index in keyof Values]: string }
): (db: Db, ...values: Values) => Promise<Row | undefined> {
  const known = new WeakMap<Db, CompiledQuery<Row>>();
  return async (db, ...values) => {
    let query = known.get(db);
    if (!query) {
      query = build(db, ...(placeholders as Values)).compile();
      known.set(db, query);
    }
    const parameters = query.parameters.map((parameter) => {
      const index = placeholders.indexOf(parameter as string);
      return index < 0 ? parameter : values[index];
    });
    const { rows } = await db.executeQuery<Row>({ ...query, parameters });
    return rows[0];
  };
}
