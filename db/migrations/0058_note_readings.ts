import type { Kysely } from 'kysely';
import { sql } from 'kysely';

/** How the mailbox of returned mails was when it was last read. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    CREATE TABLE mailbox_readings (
      mailbox TEXT PRIMARY KEY,
      read_at TEXT NOT NULL,
      good_at TEXT,
      trouble TEXT CHECK (trouble IN ('away', 'login', 'insecure', 'folder', 'other')),
      unclear INTEGER NOT NULL DEFAULT 0,
      last_mail_id TEXT
    ) STRICT, WITHOUT ROWID`.execute(db);
}
