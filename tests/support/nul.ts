import type { Db } from '#server/database.ts';

/** Columns that hold a NUL, which not every database takes: `items.caption`. */
export async function columnsWithNul(db: Db): Promise<string[]> {
  const found = new Set<string>();
  for (const { name } of await db.introspection.getTables()) {
    const rows = (await db
      .selectFrom(name as 'hosts')
      .selectAll()
      .execute()) as object[];
    for (const row of rows) {
      for (const [column, value] of Object.entries(row)) {
        if (typeof value === 'string' && value.includes('\0')) found.add(`${name}.${column}`);
      }
    }
  }
  return [...found];
}
