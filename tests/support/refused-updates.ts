import { sql } from 'kysely';
import type { Db } from '#server/database.ts';
import { onFile } from './on-file.ts';

type Table = 'outbox' | 'staffs';

/** As on a full disk. @param column only its updates */
export async function refuseUpdates(db: Db, table: Table, column?: string): Promise<void> {
  const when = sql.raw(`BEFORE UPDATE ${column === undefined ? '' : `OF ${column}`} ON ${table}`);
  if (onFile) {
    await sql`CREATE TRIGGER no_space ${when}
      BEGIN SELECT RAISE(ABORT, 'disk full'); END`.execute(db);
    return;
  }
  await sql`CREATE FUNCTION no_space() RETURNS trigger LANGUAGE plpgsql
    AS 'BEGIN RAISE EXCEPTION ''disk full''; END'`.execute(db);
  await sql`CREATE TRIGGER no_space ${when}
    FOR EACH ROW EXECUTE FUNCTION no_space()`.execute(db);
}

export async function allowUpdates(db: Db, table: Table): Promise<void> {
  await sql.raw(`DROP TRIGGER no_space${onFile ? '' : ` ON ${table}`}`).execute(db);
}

/** As of a facility whose rows no longer fit: nothing of it can be written into this table. */
export async function refuseRows(
  db: Db,
  table: 'trial_notices' | 'facility_endings' | 'outbox',
  hostId: string,
): Promise<void> {
  const when = sql.raw(`BEFORE INSERT ON ${table}`);
  const isOfIt = sql.raw(`WHEN (NEW.host_id = '${hostId}')`);
  if (onFile) {
    await sql`CREATE TRIGGER no_rows ${when} ${isOfIt}
      BEGIN SELECT RAISE(ABORT, 'no rows of it'); END`.execute(db);
    return;
  }
  await sql`CREATE FUNCTION no_rows() RETURNS trigger LANGUAGE plpgsql
    AS 'BEGIN RAISE EXCEPTION ''no rows of it''; END'`.execute(db);
  await sql`CREATE TRIGGER no_rows ${when}
    FOR EACH ROW ${isOfIt} EXECUTE FUNCTION no_rows()`.execute(db);
}

export async function allowRows(db: Db, table: 'facility_endings'): Promise<void> {
  await sql.raw(`DROP TRIGGER no_rows${onFile ? '' : ` ON ${table}`}`).execute(db);
  if (!onFile) await sql`DROP FUNCTION no_rows()`.execute(db);
}
