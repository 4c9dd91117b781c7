import type { Kysely } from 'kysely';
import { sql } from 'kysely';

/** Mails that came back: addresses that get none for now, and letters that did not arrive. */
export async function up(db: Kysely<never>): Promise<void> {
  await db.transaction().execute(async (tx) => {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(tx);
  });
}

const KINDS = `('hard', 'soft', 'ours', 'complaint')`;

const STATEMENTS = [
  `ALTER TABLE families ADD COLUMN returned_at TEXT`,
  `ALTER TABLE families ADD COLUMN returned_kind TEXT
    CHECK (returned_kind IN ('hard', 'soft', 'complaint'))`,
  `ALTER TABLE families ADD COLUMN returned_words TEXT`,
  `ALTER TABLE families ADD COLUMN email_checked_at TEXT`,
  `CREATE INDEX families_returned ON families (host_id, email) WHERE returned_at IS NOT NULL`,
  `ALTER TABLE deliveries ADD COLUMN returned TEXT CHECK (returned IN ${KINDS})`,
  `ALTER TABLE deliveries ADD COLUMN returned_at TEXT`,
  `ALTER TABLE outbox ADD COLUMN returned TEXT CHECK (returned IN ${KINDS})`,
  `ALTER TABLE outbox ADD COLUMN returned_at TEXT`,
  `ALTER TABLE outbox ADD COLUMN returned_words TEXT`,
  `CREATE INDEX outbox_returned ON outbox (returned, returned_at) WHERE returned IS NOT NULL`,
];
