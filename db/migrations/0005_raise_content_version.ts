import type { Kysely } from 'kysely';
import { sql } from 'kysely';

/**
 * Cached letter pages are keyed by their host's content version. Triggers increment it, so that no
 * writer can forget to.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await db.transaction().execute(async (tx) => {
    for (const [table, row] of WATCHED) {
      await sql.raw(trigger(table, 'INSERT', 'NEW', row)).execute(tx);
      await sql.raw(trigger(table, 'UPDATE', 'NEW', row)).execute(tx);
      await sql.raw(trigger(table, 'DELETE', 'OLD', row)).execute(tx);
    }
    await sql.raw(HOST_TRIGGER).execute(tx);
    await sql.raw(BLOB_TRIGGER).execute(tx);
  });
}

const WATCHED = [
  ['items', 'host_id'],
  ['letters', 'host_id'],
  ['residents', 'host_id'],
  ['families', 'host_id'],
  ['delivery_settings', 'host_id'],
  ['letter_reads', 'host_id'],
] as const;

const raise = (host: string): string =>
  `UPDATE hosts SET content_version = content_version + 1 WHERE id = ${host};`;

function trigger(table: string, event: string, row: string, column: string): string {
  return `CREATE TRIGGER ${table}_${event.toLowerCase()}_raises_version
    AFTER ${event} ON ${table} BEGIN ${raise(`${row}.${column}`)} END`;
}

const HOST_TRIGGER = `CREATE TRIGGER hosts_update_raises_version
  AFTER UPDATE OF name, phone, pref, city, town, street ON hosts BEGIN ${raise('NEW.id')} END`;

const BLOB_TRIGGER = `CREATE TRIGGER blobs_state_raises_version
  AFTER UPDATE OF state ON blobs BEGIN ${raise('NEW.host_id')} END`;
