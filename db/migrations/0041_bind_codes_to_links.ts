import { createHash } from 'node:crypto';
import type { Kysely } from 'kysely';
import { sql } from 'kysely';

/**
 * A code for LINE joins only while the link it was taken with opens; one on a card can be shown
 * again. Of an account the name is kept by which its person is known. A link outlives a change of
 * address, so that a family may have come to its mailbox later than its link was issued.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await db.transaction().execute(async (tx) => {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(tx);
    const { rows } = await sql<Row>`${sql.raw(CODES)}`.execute(tx);
    for (const { hash, resident_token, family_token } of rows) {
      const link = createHash('sha256').update(`${resident_token} ${family_token}`).digest('hex');
      await sql`UPDATE line_codes SET link = ${link} WHERE hash = ${hash}`.execute(tx);
    }
    await sql
      .raw(`DELETE FROM line_codes WHERE family_id IS NOT NULL AND link IS NULL`)
      .execute(tx);
  });
}

interface Row {
  hash: string;
  resident_token: string;
  family_token: string;
}

const STATEMENTS = [
  `ALTER TABLE line_codes ADD COLUMN link TEXT`,
  `ALTER TABLE line_codes ADD COLUMN sealed TEXT`,
  `ALTER TABLE line_accounts ADD COLUMN name TEXT NOT NULL DEFAULT ''`,
  `ALTER TABLE families ADD COLUMN mailbox_number INTEGER`,
  `ALTER TABLE families ADD COLUMN email_since TEXT`,
];

/** Except those whose link was renewed after they were made. */
const CODES = `
  SELECT line_codes.hash, residents.token AS resident_token, families.token AS family_token
  FROM line_codes
    JOIN families ON families.id = line_codes.family_id AND families.host_id = line_codes.host_id
    JOIN residents ON residents.id = families.resident_id AND residents.host_id = families.host_id
  WHERE NOT EXISTS (
    SELECT 1 FROM audit_logs
    WHERE audit_logs.host_id = line_codes.host_id
      AND audit_logs.created_at >= line_codes.created_at
      AND ((audit_logs.action = 'family.link_renewed' AND audit_logs.target = families.id)
        OR (audit_logs.action = 'resident.token_rotated' AND audit_logs.target = residents.id))
  )`;
