import { sql } from 'kysely';
import type { Db } from '#server/database.ts';

type TableRow = Record<string, unknown>;

/** All rows, by table. */
type Tables = Map<string, Map<string, TableRow>>;

export interface Change {
  table: string;
  /** undefined for a row that is new. */
  before?: TableRow | undefined;
  /** undefined for one that is gone. */
  after?: TableRow | undefined;
}

/**
 * By the server's own clock, whoever asks for what: who does the work of all, how fast it answers,
 * and how it is.
 */
const BY_CLOCK = new Set(['leases', 'figures', 'levels', 'troubles', 'mailbox_readings']);

const KEYS = ['id', 'hash', 'key', 'name'];

/** A row is known by its key; of tables without one, by all it says. */
const keyOf = (row: TableRow): string => {
  const key = KEYS.find((name) => typeof row[name] === 'string' && row[name] !== '');
  return key === undefined || key === 'name' ? JSON.stringify(row) : String(row[key]);
};

export async function readTables(db: Db): Promise<Tables> {
  const tables: Tables = new Map();
  const all = await db.introspection.getTables();
  for (const { name } of all) {
    if (BY_CLOCK.has(name)) continue;
    const { rows } = await sql<TableRow>`SELECT * FROM ${sql.table(name)}`.execute(db);
    tables.set(name, new Map(rows.map((row) => [keyOf(row), row])));
  }
  return tables;
}

export function changesBetween(before: Tables, after: Tables): Change[] {
  const changes: Change[] = [];
  for (const [table, rows] of after) {
    const old = before.get(table) ?? new Map<string, TableRow>();
    for (const [key, row] of rows) {
      const was = old.get(key);
      if (JSON.stringify(was) !== JSON.stringify(row))
        changes.push({ table, before: was, after: row });
    }
    for (const [key, row] of old) if (!rows.has(key)) changes.push({ table, before: row });
  }
  return changes;
}
