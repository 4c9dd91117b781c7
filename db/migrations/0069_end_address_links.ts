import type { Kysely } from 'kysely';
import { sql } from 'kysely';

/** Buttons in mails by which a family's address is changed, or taken back. */
export async function up(db: Kysely<never>): Promise<void> {
  await db.transaction().execute(async (tx) => {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(tx);
  });
}

const STATEMENTS = [
  `CREATE TABLE address_links (
    hash TEXT PRIMARY KEY,
    host_id TEXT NOT NULL,
    family_id TEXT NOT NULL,
    kind TEXT NOT NULL CHECK (kind IN ('new', 'former')),
    email TEXT NOT NULL,
    state TEXT NOT NULL,
    mailbox_number INTEGER NOT NULL DEFAULT 0,
    expires_at TEXT NOT NULL,
    ended_at TEXT,
    FOREIGN KEY (host_id, family_id) REFERENCES families (host_id, id) ON DELETE CASCADE
  ) STRICT, WITHOUT ROWID`,
  `CREATE INDEX address_links_of_family ON address_links (host_id, family_id)`,
  `CREATE INDEX address_links_expiry ON address_links (expires_at)`,
];
