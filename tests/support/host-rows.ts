import BetterSqlite3 from 'better-sqlite3';
import { dataPaths } from '#server/data-folder.ts';

type Rows = Record<string, unknown[]>;

/** Every row of every table that refers to a host, whatever the tables. */
export function rowsOfHost(dataDir: string, hostId: string): Rows {
  const sqlite = new BetterSqlite3(dataPaths(dataDir).database, { readonly: true });
  try {
    const tables = sqlite
      .prepare(`SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'`)
      .pluck()
      .all() as string[];
    const found = tables.map((table): [string, unknown[]] => {
      const columns = (sqlite.pragma(`table_info(${table})`) as { name: string }[]).map(
        (c) => c.name,
      );
      const key = table === 'hosts' ? 'id' : 'host_id';
      if (!columns.includes(key)) return [table, []];
      return [table, sqlite.prepare(`SELECT * FROM ${table} WHERE ${key} = ?`).all(hostId)];
    });
    return Object.fromEntries(found.filter(([, rows]) => rows.length > 0));
  } finally {
    sqlite.close();
  }
}

/** The number of a host's items; cheap enough to poll. */
export function countItems(dataDir: string, hostId: string): number {
  const sqlite = new BetterSqlite3(dataPaths(dataDir).database, { readonly: true });
  try {
    const counted = sqlite.prepare('SELECT count(*) FROM items WHERE host_id = ?').pluck();
    return counted.get(hostId) as number;
  } finally {
    sqlite.close();
  }
}

/** The ids of a host's photos, which name their folders. */
export const photosOf = (dataDir: string, hostId: string): string[] =>
  ((rowsOfHost(dataDir, hostId)['blobs'] ?? []) as { id: string }[]).map(({ id }) => id);

/** Tables with a host_id that keep rows of a removed host. */
export function tablesThatStay(dataDir: string): string[] {
  const sqlite = new BetterSqlite3(dataPaths(dataDir).database, { readonly: true });
  try {
    return sqlite
      .prepare(
        `SELECT tables.name FROM sqlite_schema AS tables, pragma_table_info(tables.name) AS columns
          WHERE tables.type = 'table' AND columns.name = 'host_id' AND NOT EXISTS (
            SELECT 1 FROM pragma_foreign_key_list(tables.name)
            WHERE "from" = 'host_id' AND on_delete = 'CASCADE')`,
      )
      .pluck()
      .all() as string[];
  } finally {
    sqlite.close();
  }
}
