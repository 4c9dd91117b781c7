import { createHash } from 'node:crypto';
import type { Shape, Side, Target } from './side.ts';
import { batches } from './side.ts';

/** Tells how far it is. @param isStep one of many lines, of which some are enough */
export type Say = (line: string, isStep?: boolean) => void;

/**
 * Copies all rows and compares what arrived.
 * @returns the number of rows of each table
 * @throws Error with one line if the tables are not the same, or a row arrived otherwise
 */
export async function copyRows(from: Side, to: Target, say: Say): Promise<Map<string, number>> {
  const shapes = await to.tables();
  requireSameTables(await from.tables(), shapes);
  const counts = new Map<string, number>();
  for (const table of inOrder(shapes)) {
    const shape = shapes.get(table) as Shape;
    const sent = await orName(table, () => copyTable(from, to, table, shape));
    const arrived = await hashTable(to, table, shape);
    if (arrived.hash !== sent.hash) throw new Error(`table ${table} differs after copying`);
    counts.set(table, sent.rows);
    say(`table ${table}: ${sent.rows} rows, the same in both`);
  }
  await from.requireUnused();
  return counts;
}

function requireSameTables(a: Map<string, Shape>, b: Map<string, Shape>): void {
  const facts = (shapes: Map<string, Shape>): string[] =>
    [...shapes].map(([name, { columns, key }]) => `${name}: ${columns.join()} (${key.join()})`);
  const other = new Set(facts(b));
  const odd = facts(a).find((fact) => !other.delete(fact)) ?? [...other][0];
  if (odd !== undefined) throw new Error(`the schemas differ in table ${odd}`);
}

/** Tables after those that they refer to. */
function inOrder(shapes: Map<string, Pick<Shape, 'references'>>): string[] {
  const done = new Set<string>();
  const visit = (table: string, above: string[]): void => {
    if (done.has(table)) return;
    if (above.includes(table)) throw new Error(`tables refer to each other: ${above.join()}`);
    for (const other of shapes.get(table)?.references ?? []) {
      if (other !== table) visit(other, [...above, table]);
    }
    done.add(table);
  };
  for (const table of [...shapes.keys()].toSorted()) visit(table, []);
  return [...done];
}

async function copyTable(from: Side, to: Target, table: string, shape: Shape): Promise<Hashed> {
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

/** Of all rows in the order of their keys. */
async function hashTable(side: Side, table: string, shape: Shape): Promise<Hashed> {
  const hashed = makeHash();
  for await (const rows of batches(side, table, shape)) hashed.add(rows);
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
