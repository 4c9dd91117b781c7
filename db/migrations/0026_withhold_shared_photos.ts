import type { Kysely } from 'kysely';
import { sql } from 'kysely';

/**
 * Withdrawing one person's consent hides a picture from every family, since that person is on it.
 * Triggers keep the answer with the photo, which each request for a picture reads anyway.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await db.transaction().execute(async (tx) => {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(tx);
  });
}

/** Whether a resident whose photos are withheld has a living item of the picture. */
const isWithheld = (host: string, picture: string): string => `EXISTS (
  SELECT 1 FROM items AS other
  JOIN residents ON residents.id = other.resident_id AND residents.photos_hidden = 1
  WHERE other.host_id = ${host} AND other.picture = ${picture} AND other.deleted_at IS NULL)`;

const update = (which: string, withheld: string): string =>
  `UPDATE blobs SET withheld = ${withheld} WHERE ${which} AND withheld <> ${withheld}`;

const onItems = (event: string, row: 'NEW' | 'OLD'): string =>
  `CREATE TRIGGER items_${event.split(' ')[0]?.toLowerCase() ?? ''}_withholds AFTER ${event} ON items
    BEGIN ${update(
      `id IN (SELECT blob_id FROM items
        WHERE host_id = ${row}.host_id AND picture = ${row}.picture AND deleted_at IS NULL)`,
      isWithheld(`${row}.host_id`, `${row}.picture`),
    )}; END`;

/** The stored picture, whose hash its items repeat. */
const ofBlob = isWithheld('blobs.host_id', 'blobs.sha256');

const STATEMENTS = [
  // Also finds all items of a picture.
  `DROP INDEX items_picture`,
  `CREATE UNIQUE INDEX items_picture ON items (host_id, picture, coalesce(resident_id, '')) WHERE deleted_at IS NULL`,
  `ALTER TABLE blobs ADD COLUMN withheld INTEGER NOT NULL DEFAULT 0 CHECK (withheld IN (0, 1))`,
  update('1 = 1', ofBlob),
  onItems('INSERT', 'NEW'),
  onItems('UPDATE OF blob_id, resident_id, deleted_at', 'NEW'),
  onItems('DELETE', 'OLD'),
  `CREATE TRIGGER residents_update_withholds AFTER UPDATE OF photos_hidden ON residents
    WHEN NEW.photos_hidden <> OLD.photos_hidden
    BEGIN ${update(
      `id IN (
      SELECT other.blob_id FROM items AS own
      JOIN items AS other ON other.host_id = own.host_id AND other.picture = own.picture
        AND other.deleted_at IS NULL
      WHERE own.host_id = NEW.host_id AND own.resident_id = NEW.id AND own.deleted_at IS NULL)`,
      ofBlob,
    )}; END`,
];
