import type { Kysely } from 'kysely';
import { sql } from 'kysely';

/** Work says which process does it and until when, so that several processes can share a database. */
export async function up(db: Kysely<never>): Promise<void> {
  await db.transaction().execute(async (tx) => {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(tx);
  });
}

const STATEMENTS = [
  `ALTER TABLE jobs ADD COLUMN holder TEXT`,
  `ALTER TABLE jobs ADD COLUMN lease_until TEXT`,
  `ALTER TABLE outbox ADD COLUMN holder TEXT`,
  `CREATE TABLE leases (
    name TEXT PRIMARY KEY,
    holder TEXT NOT NULL,
    lease_until TEXT NOT NULL,
    due_at TEXT NOT NULL
  ) STRICT, WITHOUT ROWID`,
];
