import type { Mark } from '#server/moved.ts';

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
  /** What it takes on its disk. */
  bytes(): Promise<number>;
  /** @throws Error with one line if a server uses the database */
  requireUnused(): Promise<void>;
  readMark(): Promise<Mark>;
  /** Durably; of a database that is read from, with the end of its transaction. */
  writeMark(mark: Mark): Promise<void>;
  /** Without `finish`, everything stays as it was. */
  close(): Promise<void>;
}

/** A database that is filled in one transaction, without triggers. */
export interface Target extends Side {
  insert(table: string, shape: Shape, rows: readonly Value[][]): Promise<void>;
  /** Makes it whole and durable. @param mark in place of what an earlier move left there */
  finish(mark: Mark): Promise<void>;
}

/** Rows of a batch, at most. */
const MOST = 200;
/** Tells how long a table's rows are. */
const FIRST = 20;
/** Characters of a batch, which is held several times over: read, hashed and sent. */
const ENOUGH = 256 * 1024;

/** All rows of a table in the order of its key, in batches of bounded size. */
export async function* batches(
  side: Side,
  table: string,
  { columns, key }: Pick<Shape, 'columns' | 'key'>,
): AsyncGenerator<Value[][]> {
  const at = key.map((name) => columns.indexOf(name));
  const marks = key.map(() => '?').join();
  const select = `SELECT ${columns.join()} FROM ${table}`;
  const order = `ORDER BY ${key.join()} LIMIT ?`;
  let limit = FIRST;
  let last: Value[] = [];
  for (;;) {
    const after = last.length > 0 ? `WHERE (${key.join()}) > (${marks})` : '';
    const rows = await side.query(`${select} ${after} ${order}`, [...last, limit]);
    if (rows.length > 0) yield rows;
    const end = rows.at(-1);
    if (end === undefined || rows.length < limit) return;
    last = at.map((column) => end[column] ?? null);
    limit = nextLimit(rows);
  }
}

/** As many rows as are enough if the next ones are as long: neighbours by a random key mostly are. */
function nextLimit(rows: readonly Value[][]): number {
  const lengthOf = (value: Value): number => (typeof value === 'string' ? value.length : 8);
  const length = rows.flat().reduce((sum: number, value) => sum + lengthOf(value), 0);
  const fitting = Math.floor((rows.length * ENOUGH) / Math.max(1, length));
  return Math.max(1, Math.min(fitting, 5 * rows.length, MOST));
}

export async function countRows(side: Side, table: string): Promise<number> {
  const [row] = await side.query(`SELECT count(*) FROM ${table}`);
  return Number(row?.[0]);
}
