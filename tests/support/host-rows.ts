import BetterSqlite3 from 'better-sqlite3';
import { sql } from 'kysely';
import { dataPaths } from '#server/data-folder.ts';
import type { Db } from '#server/database.ts';

type Rows = Record<string, unknown[]>;

/** Every row of every table that refers to a host, whatever the tables. */
export async function rowsOfHost(db: Db, hostId: string): Promise<Rows> {
  const found: Rows = {};
  for (const { name: table, columns } of await db.introspection.getTables()) {
    const key = table === 'hosts' ? 'id' : 'host_id';
    if (!columns.some(({ name }) => name === key)) continue;
    const { rows } = await sql`SELECT * FROM ${sql.table(table)}
      WHERE ${sql.ref(key)} = ${hostId} ORDER BY ${sql.ref(columns[0]?.name ?? key)}`.execute(db);
    if (rows.length > 0) found[table] = rows;
  }
  return found;
}

/** The number of a host's items; cheap enough to poll. */
export async function countItems(db: Db, hostId: string): Promise<number> {
  const items = db.selectFrom('items').where('host_id', '=', hostId);
  const { count } = await items
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

/** The ids of a host's photos, which name their folders. */
export async function photosOf(db: Db, hostId: string): Promise<string[]> {
  const blobs = db.selectFrom('blobs').select('id').where('host_id', '=', hostId);
  return (await blobs.execute()).map(({ id }) => id);
}

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
