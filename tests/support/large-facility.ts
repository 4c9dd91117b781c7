import BetterSqlite3 from 'better-sqlite3';
import type { Insertable } from 'kysely';
import type { Database } from '#db/schema.ts';
import type { Db } from '#server/database.ts';
import { groupItems } from './group-items.ts';
import type { Place } from './large-facility-rows.ts';
import {
  answers,
  auditLogs,
  blobFiles,
  blobs,
  deliveries,
  families,
  items,
  letters,
  mails,
  makeIds,
  reads,
  residents,
  sessions,
} from './large-facility-rows.ts';

export interface Size {
  residents: number;
  photos: number;
  months: number;
  /** Photos of everybody: an item for each resident. */
  groups?: number;
}
/** The budget of the admin's pages is for this size (performance.md#budgets). */
export const LARGE: Size = { residents: 1000, photos: 100_000, months: 60, groups: 30 };

const FAMILIES_PER_RESIDENT = 1.5;

/**
 * Years of a facility, inserted directly: residents, families, photos (no files), some of which all
 * residents share, letters, 見ました, deliveries, mails and events.
 * @param file a migrated database; other connections may be open
 */
export function fillFacility(file: string, place: Place, size: Size): void {
  const sqlite = new BetterSqlite3(file);
  try {
    sqlite.pragma('foreign_keys = 1');
    sqlite.pragma('cache_size = -400000'); // keys are random: without it every row reads the disk
    const filling = () => withoutTriggers(sqlite, () => fill(sqlite, place, size));
    sqlite.transaction(filling).immediate();
  } finally {
    sqlite.close();
  }
}

/** Once at the end is enough for sums and versions. */
function withoutTriggers(sqlite: BetterSqlite3.Database, work: () => void): void {
  const triggers = sqlite
    .prepare<[], { name: string; sql: string }>(
      `SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'`,
    )
    .all();
  for (const { name } of triggers) sqlite.exec(`DROP TRIGGER ${name}`);
  work();
  sqlite.exec(`UPDATE hosts SET content_version = content_version + 1, stored_bytes =
    (SELECT coalesce(sum(byte_size), 0) FROM blob_files WHERE blob_files.host_id = hosts.id)`);
  for (const { sql } of triggers) sqlite.exec(sql);
}

/** A statement takes 65,535 values. */
const ROWS_AT_ONCE = 1000;

/** The same through an open database, which may be of any kind: for PostgreSQL. */
export async function fillFacilityIn(db: Db, place: Place, size: Size): Promise<void> {
  const tables: [keyof Database, Iterable<object>][] = [];
  forEachTable(place, size, (table, rows) => tables.push([table, rows]));
  await db.transaction().execute(async (tx) => {
    for (const [table, rows] of tables) {
      const all = [...rows];
      for (let at = 0; at < all.length; at += ROWS_AT_ONCE) {
        const some = all.slice(at, at + ROWS_AT_ONCE);
        await tx.insertInto(table).values(some).execute();
      }
    }
  });
}

type Insert = <Table extends keyof Database>(
  table: Table,
  rows: Iterable<Insertable<Database[Table]>>,
) => void;

function fill(sqlite: BetterSqlite3.Database, place: Place, size: Size) {
  forEachTable(place, size, (table, rows) => {
    let statement: BetterSqlite3.Statement | undefined;
    for (const row of rows) {
      const names = Object.keys(row);
      const values = names.map((name) => `@${name}`);
      statement ??= sqlite.prepare(
        `INSERT INTO ${table} (${names.join()}) VALUES (${values.join()})`,
      );
      statement.run(row);
    }
  });
}

/** In the order of their references. */
function forEachTable(place: Place, size: Size, insert: Insert): void {
  const residentIds = makeIds('resident', size.residents);
  const familyIds = makeIds('family', size.residents * FAMILIES_PER_RESIDENT);
  insert('residents', residents(place, residentIds));
  insert('families', families(place, familyIds, residentIds));
  const blobIds = makeIds('blob', size.photos);
  const groupIds = makeIds('group', size.groups ?? 0);
  insert('blobs', blobs(place, [...blobIds, ...groupIds]));
  insert('blob_files', blobFiles(place, [...blobIds, ...groupIds]));
  insert('items', items(place, blobIds, residentIds, size.months));
  insert('items', groupItems(place, groupIds, residentIds));
  insert('letters', letters(place, size.months));
  insert('letter_reads', reads(place, familyIds, size.months));
  insert('answers', answers(place, familyIds, residentIds));
  insert('deliveries', deliveries(place, familyIds, size.months));
  insert('outbox', mails(place, familyIds));
  insert('audit_logs', auditLogs(place, familyIds));
  insert('sessions', sessions(place));
}
