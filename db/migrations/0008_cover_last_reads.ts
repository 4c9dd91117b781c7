import type { Kysely } from 'kysely';
import { sql } from 'kysely';

/** For each family's latest 見ました. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`CREATE INDEX letter_reads_seen ON letter_reads (host_id, family_id, seen_at)`.execute(
    db,
  );
}
