import type { Kysely } from 'kysely';
import { sql } from 'kysely';

/** Mails are deleted after a while; the sweep read all of them to find the few that are due. */
export async function up(db: Kysely<never>): Promise<void> {
  await db.transaction().execute(async (tx) => {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(tx);
  });
}

const STATEMENTS = [
  `CREATE INDEX outbox_sent ON outbox (sent_at) WHERE state = 'sent'`,
  `CREATE INDEX outbox_given_up ON outbox (created_at) WHERE state = 'failed' OR stopped = 1`,
];
