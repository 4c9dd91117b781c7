import { sql } from 'kysely';
import type { Db } from '#server/database.ts';
import { onFile } from './on-file.ts';

/** After many rows: what autovacuum does within a minute, which tests' servers run without. */
export async function takeStatistics(db: Db): Promise<void> {
  if (!onFile) await sql`ANALYZE`.execute(db);
}
