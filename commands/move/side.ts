export type Value = string | number | null;

/** A table as both databases have it; generated columns are left out. */
export interface Shape {
  /** In the order of their names. */
  columns: string[];
  key: string[];
  /** Tables that must be filled first. */
  references: string[];
}

/** A database that is read from in one transaction, in which nothing else writes. */
export interface Side {
  tables(): Promise<Map<string, Shape>>;
  /** @param sql with a question mark for each value */
  query(sql: string, values?: readonly Value[]): Promise<Value[][]>;
  /** @throws Error with one line if a server uses the database */
  requireUnused(): Promise<void>;
  /** Without `finish`, everything stays as it was. */
  close(): Promise<void>;
}

/** A database that is filled in one transaction, without triggers. */
export interface Target extends Side {
  insert(table: string, shape: Shape, rows: readonly Value[][]): Promise<void>;
  /** Makes it whole and durable. */
  finish(): Promise<void>;
}

const BATCH = 500;

/** All rows of a table in the order of its key, in batches. */
export async function* batches(
  side: Side,
  table: string,
  { columns, key }: Pick<Shape, 'columns' | 'key'>,
): AsyncGenerator<Value[][]> {
  const at = key.map((name) => columns.indexOf(name));
  const marks = key.map(() => '?').join();
  const select = `SELECT ${columns.join()} FROM ${table}`;
  const order = `ORDER BY ${key.join()} LIMIT ${BATCH}`;
  let last: Value[] | undefined;
  for (;;) {
    const rows: Value[][] = last
      ? await side.query(`${select} WHERE (${key.join()}) > (${marks}) ${order}`, last)
      : await side.query(`${select} ${order}`);
    if (rows.length > 0) yield rows;
    const end = rows.at(-1);
    if (end === undefined || rows.length < BATCH) return;
    last = at.map((column) => end[column] ?? null);
  }
}

export async function countRows(side: Side, table: string): Promise<number> {
  const [row] = await side.query(`SELECT count(*) FROM ${table}`);
  return Number(row?.[0]);
}
