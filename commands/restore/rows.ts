import { createHash } from 'node:crypto';

export type Value = string | number | null;

/** A table as both databases have it; generated columns are left out. */
export interface Shape {
  /** In the order of their names. */
  columns: string[];
  key: string[];
  /** Tables that must be filled first. */
  references: string[];
}

/** A database that nothing else writes to meanwhile. */
export interface Rows {
  tables(): Promise<Map<string, Shape>>;
  /** @param sql with a question mark for each value */
  query(sql: string, values?: readonly Value[]): Promise<Value[][]>;
}

/** One that is filled in one transaction, without triggers. */
export interface Target extends Rows {
  insert(table: string, shape: Shape, rows: readonly Value[][]): Promise<void>;
}

/**
 * Copies all rows and compares what arrived.
 * @returns how many there are
 * @throws Error with one line if the tables are not the same, or a row arrived otherwise
 */
export async function copyRows(from: Rows, to: Target): Promise<number> {
  const shapes = await to.tables();
  requireSameTables(await from.tables(), shapes);
  let count = 0;
  for (const [table, shape] of inOrder(shapes)) {
    const sent = await orName(table, () => copyTable(from, to, table, shape));
    const arrived = await hashTable(to, table, shape);
    if (arrived.hash !== sent.hash) throw new Error(`table ${table} differs after copying`);
    count += sent.rows;
  }
  return count;
}

function requireSameTables(a: Map<string, Shape>, b: Map<string, Shape>): void {
  const facts = (shapes: Map<string, Shape>): string[] =>
    [...shapes].map(([name, { columns, key }]) => `${name}: ${columns.join()} (${key.join()})`);
  const other = new Set(facts(b));
  const odd = facts(a).find((fact) => !other.delete(fact)) ?? [...other][0];
  if (odd !== undefined) throw new Error(`the schemas differ in table ${odd}`);
}

/** Tables after those that they refer to. */
function inOrder(shapes: Map<string, Shape>): Map<string, Shape> {
  const done = new Map<string, Shape>();
  const visit = (table: string, above: string[]): void => {
    const shape = shapes.get(table);
    if (!shape || done.has(table)) return;
    if (above.includes(table)) throw new Error(`tables refer to each other: ${above.join()}`);
    for (const other of shape.references) if (other !== table) visit(other, [...above, table]);
    done.set(table, shape);
  };
  for (const table of [...shapes.keys()].toSorted()) visit(table, []);
  return done;
}

async function copyTable(from: Rows, to: Target, table: string, shape: Shape): Promise<Hashed> {
  const hashed = makeHash();
  for await (const rows of batches(from, table, shape)) {
    await to.insert(table, shape, rows);
    hashed.add(rows);
  }
  return hashed.end();
}

interface Hashed {
  rows: number;
  hash: string;
}

/** One hash of all rows in the order of their keys. */
async function hashTable(from: Rows, table: string, shape: Shape): Promise<Hashed> {
  const hashed = makeHash();
  for await (const rows of batches(from, table, shape)) hashed.add(rows);
  return hashed.end();
}

function makeHash() {
  const hash = createHash('sha256');
  let count = 0;
  return {
    add(rows: readonly unknown[]) {
      count += rows.length;
      for (const row of rows) hash.update(`${JSON.stringify(row)}\n`);
    },
    end: (): Hashed => ({ rows: count, hash: hash.digest('hex') }),
  };
}

async function orName<T>(table: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`table ${table}: ${reason}`, { cause: error });
  }
}

/** Rows of a batch, at most. */
const MOST = 200;
/** Tells how long a table's rows are. */
const FIRST = 20;
/** Characters of a batch, which is held several times over: read, hashed and sent. */
const ENOUGH = 256 * 1024;

/** All rows of a table in the order of its key, in batches of bounded size. */
async function* batches(
  from: Rows,
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
    const rows = await from.query(`${select} ${after} ${order}`, [...last, limit]);
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
