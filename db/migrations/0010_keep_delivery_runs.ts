import type { Kysely } from 'kysely';
import { sql } from 'kysely';

/**
 * The monthly delivery: the decision for a host and month, and the result of each mail. A trigger
 * copies it from the outbox, whose rows are deleted after a while.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await db.transaction().execute(async (tx) => {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(tx);
  });
}

const STATEMENTS = [
  `CREATE TABLE delivery_runs (
    host_id TEXT NOT NULL REFERENCES hosts (id) ON DELETE CASCADE,
    year_month INTEGER NOT NULL CHECK (year_month % 100 BETWEEN 1 AND 12),
    outcome TEXT NOT NULL CHECK (outcome IN ('mails', 'off', 'inactive')),
    due_at TEXT NOT NULL,
    started_at TEXT NOT NULL,
    reached TEXT NOT NULL DEFAULT '',
    finished_at TEXT,
    PRIMARY KEY (host_id, year_month)
  ) STRICT, WITHOUT ROWID`,
  `ALTER TABLE deliveries ADD COLUMN state TEXT NOT NULL DEFAULT 'queued'
    CHECK (state IN ('queued', 'sent', 'failed'))`,
  `ALTER TABLE deliveries ADD COLUMN sent_at TEXT`,
  `ALTER TABLE deliveries ADD COLUMN last_error TEXT`,
  `CREATE INDEX deliveries_month ON deliveries (host_id, year_month, state)`,
  `CREATE INDEX deliveries_outbox ON deliveries (outbox_id)`,
  `CREATE TRIGGER outbox_update_tells_delivery
    AFTER UPDATE OF state, sent_at, last_error ON outbox WHEN NEW.kind = 'delivery'
    BEGIN
      UPDATE deliveries
        SET state = NEW.state,
          sent_at = coalesce(NEW.sent_at, sent_at),
          last_error = NEW.last_error
        WHERE outbox_id = NEW.id AND host_id = NEW.host_id;
    END`,
];
