import type { Kysely } from 'kysely';
import { sql } from 'kysely';

/** Totals of the admin pages: stored bytes per host, kept by triggers, and readers per month. */
export async function up(db: Kysely<never>): Promise<void> {
  await db.transaction().execute(async (tx) => {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(tx);
  });
}

const add = (event: string, change: string): string =>
  `CREATE TRIGGER blob_files_${event.toLowerCase()}_counts_bytes AFTER ${event} ON blob_files
    BEGIN ${change} END`;
const grow = `UPDATE hosts SET stored_bytes = stored_bytes + NEW.byte_size WHERE id = NEW.host_id;`;
const shrink = `UPDATE hosts SET stored_bytes = stored_bytes - OLD.byte_size WHERE id = OLD.host_id;`;

const STATEMENTS = [
  `ALTER TABLE hosts ADD COLUMN stored_bytes INTEGER NOT NULL DEFAULT 0`,
  `UPDATE hosts SET stored_bytes = totals.bytes
    FROM (SELECT host_id, sum(byte_size) AS bytes FROM blob_files GROUP BY host_id) AS totals
    WHERE totals.host_id = hosts.id`,
  add('INSERT', grow),
  add('UPDATE', `${shrink} ${grow}`),
  add('DELETE', shrink),
  `CREATE INDEX letter_reads_month ON letter_reads (host_id, year_month)`,
];
