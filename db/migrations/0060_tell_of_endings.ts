import type { Kysely } from 'kysely';
import { sql } from 'kysely';

/** Who has been told that a facility ends, or that this was taken back. */
export async function up(db: Kysely<never>): Promise<void> {
  await db.transaction().execute(async (tx) => {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(tx);
  });
}

const STATEMENTS = [
  `CREATE TABLE ending_tellings (
    host_id TEXT NOT NULL,
    family_id TEXT NOT NULL,
    account TEXT NOT NULL DEFAULT '',
    ends_on TEXT,
    told_before TEXT,
    set_at TEXT NOT NULL,
    outbox_id TEXT,
    state TEXT NOT NULL CHECK (state IN ('queued', 'sent', 'hand')),
    sent_at TEXT,
    done_at TEXT,
    done_by TEXT REFERENCES staffs (id) ON DELETE SET NULL,
    PRIMARY KEY (host_id, family_id, account),
    FOREIGN KEY (host_id, family_id) REFERENCES families (host_id, id) ON DELETE CASCADE
  ) STRICT, WITHOUT ROWID`,
  `CREATE INDEX ending_tellings_done_by ON ending_tellings (done_by)`,
];
