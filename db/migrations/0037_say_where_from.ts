import type { Kysely } from 'kysely';
import { sql } from 'kysely';

/** The network of who did something, which stays when the address is forgotten. */
export async function up(db: Kysely<never>): Promise<void> {
  await db.transaction().execute(async (tx) => {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(tx);
  });
}

const STATEMENTS = [
  `ALTER TABLE audit_logs ADD COLUMN network TEXT`,
  `CREATE INDEX audit_logs_addressed ON audit_logs (created_at) WHERE address IS NOT NULL`,
];
