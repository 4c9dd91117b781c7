import type { Kysely } from 'kysely';
import { sql } from 'kysely';

/**
 * A family's 見ました changes its own page alone, whose key asks for it. While it raised the
 * version of the whole facility, each answer threw away every ready-made letter, on the very
 * morning on which all of them are opened.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await db.transaction().execute(async (tx) => {
    for (const event of ['insert', 'update', 'delete']) {
      await sql.raw(`DROP TRIGGER letter_reads_${event}_raises_version`).execute(tx);
    }
  });
}
