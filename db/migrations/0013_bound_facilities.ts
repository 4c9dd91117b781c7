import type { Kysely } from 'kysely';
import { sql } from 'kysely';

/**
 * Keeps one facility from filling the disk or the mail server: mails take turns by facility, urgent
 * ones first; a trial's letters are counted by day and mailbox; unclaimed uploads are summed from
 * an index. The sums of migration 6 are recomputed: REPLACE deletes a row without its trigger, so
 * files recorded twice were counted twice.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await db.transaction().execute(async (tx) => {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(tx);
  });
}

const STATEMENTS = [
  `ALTER TABLE outbox ADD COLUMN is_urgent INTEGER NOT NULL DEFAULT 0 CHECK (is_urgent IN (0, 1))`,
  `UPDATE outbox SET is_urgent = 1 WHERE kind NOT IN ('delivery', 'delivery_test', 'contact')`,
  `ALTER TABLE outbox ADD COLUMN queue TEXT GENERATED ALWAYS AS (coalesce(host_id, '')) VIRTUAL`,
  `DROP INDEX outbox_due`,
  `CREATE INDEX outbox_turns ON outbox (is_urgent, queue, next_attempt_at, id)
    WHERE state = 'queued'`,
  `ALTER TABLE deliveries ADD COLUMN mailbox TEXT`,
  `CREATE INDEX deliveries_mailbox ON deliveries (host_id, mailbox) WHERE mailbox IS NOT NULL`,
  `CREATE TABLE trial_letters (
    host_id TEXT NOT NULL REFERENCES hosts (id) ON DELETE CASCADE,
    day TEXT NOT NULL,
    mailbox TEXT NOT NULL,
    letters INTEGER NOT NULL,
    to_strangers INTEGER NOT NULL,
    PRIMARY KEY (host_id, day, mailbox)
  ) STRICT, WITHOUT ROWID`,
  `CREATE INDEX blobs_on_disk ON blobs (host_id, state, byte_size) WHERE state <> 'ready'`,
  `UPDATE hosts SET stored_bytes = coalesce(
    (SELECT sum(byte_size) FROM blob_files WHERE blob_files.host_id = hosts.id), 0)`,
];
