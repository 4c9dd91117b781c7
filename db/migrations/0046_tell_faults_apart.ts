import type { Kysely } from 'kysely';
import { sql } from 'kysely';

/**
 * Whose fault a mail's last failure was, and which refusals would blame the recipient if they were
 * lone: several alike are the mail server's (src/domains/mail/settle-refusals.ts).
 */
export async function up(db: Kysely<never>): Promise<void> {
  await db.transaction().execute(async (tx) => {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(tx);
  });
}

const STATEMENTS = [
  `ALTER TABLE outbox ADD COLUMN fault TEXT CHECK (fault IN ('address', 'mailbox', 'way'))`,
  `ALTER TABLE outbox ADD COLUMN refusal TEXT`,
  `ALTER TABLE outbox ADD COLUMN refused_at TEXT`,
  `CREATE INDEX outbox_refused ON outbox (refusal, refused_at) WHERE refusal IS NOT NULL`,
  // What was known before: the codes in the words.
  `UPDATE outbox SET fault = 'address' WHERE state <> 'sent'
    AND (last_error LIKE 'このLINEには届けられません%'
      OR (last_error LIKE 'このあて先には届けられません%'
        AND (last_error LIKE '%（550）%' OR last_error LIKE '%（551）%' OR last_error LIKE '%（553）%')))`,
  `UPDATE outbox SET fault = 'mailbox' WHERE state <> 'sent'
    AND last_error LIKE '相手のメールボックスがいっぱいです（552）%'`,
  `UPDATE outbox SET fault = 'way' WHERE state <> 'sent' AND last_error IS NOT NULL AND fault IS NULL`,
];
