import type { Kysely } from 'kysely';
import { PostgresAdapter, sql } from 'kysely';

/**
 * A picture stays withheld until an admin has answered, whatever becomes of its items; and families
 * without a letter at the hour of delivery get its mail if it becomes one on that day.
 */
export async function up(db: Kysely<never>): Promise<void> {
  const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter;
  const triggers = isPostgres ? POSTGRES_TRIGGERS : SQLITE_TRIGGERS;
  await db.transaction().execute(async (tx) => {
    for (const statement of [...TABLES, ...triggers]) await sql.raw(statement).execute(tx);
  });
}

const TABLES = [
  `CREATE TABLE withheld_pictures (
    host_id TEXT NOT NULL,
    resident_id TEXT NOT NULL,
    picture TEXT NOT NULL,
    PRIMARY KEY (host_id, resident_id, picture),
    FOREIGN KEY (host_id, resident_id) REFERENCES residents (host_id, id) ON DELETE CASCADE
  ) STRICT, WITHOUT ROWID`,
  `CREATE INDEX withheld_pictures_picture ON withheld_pictures (host_id, picture)`,
  `INSERT INTO withheld_pictures (host_id, resident_id, picture)
    SELECT items.host_id, items.resident_id, items.picture FROM items
    JOIN residents ON residents.host_id = items.host_id AND residents.id = items.resident_id
    WHERE residents.photos_hidden = 1 AND items.deleted_at IS NULL`,
  `CREATE TABLE delivery_waits (
    host_id TEXT NOT NULL,
    family_id TEXT NOT NULL,
    year_month INTEGER NOT NULL,
    was_away INTEGER NOT NULL CHECK (was_away IN (0, 1)),
    PRIMARY KEY (host_id, family_id, year_month),
    FOREIGN KEY (host_id, family_id) REFERENCES families (host_id, id) ON DELETE CASCADE
  ) STRICT, WITHOUT ROWID`,
  `ALTER TABLE delivery_runs ADD COLUMN content_version INTEGER NOT NULL DEFAULT 0`,
];

const WAITING = 'INSERT INTO withheld_pictures (host_id, resident_id, picture)';

const isWithheld = (host: string, picture: string): string => `EXISTS (
  SELECT 1 FROM withheld_pictures AS waiting
  WHERE waiting.host_id = ${host} AND waiting.picture = ${picture})`;

const update = (which: string, withheld: string): string =>
  `UPDATE blobs SET withheld = ${withheld} WHERE ${which} AND withheld <> ${withheld};`;

const onItems = (event: string): string =>
  `CREATE TRIGGER items_${event.startsWith('INSERT') ? 'insert' : 'update'}_withholds
    AFTER ${event} ON items WHEN NEW.deleted_at IS NULL
    BEGIN
      ${WAITING} SELECT NEW.host_id, id, NEW.picture FROM residents
        WHERE host_id = NEW.host_id AND id = NEW.resident_id AND photos_hidden = 1
        ON CONFLICT DO NOTHING;
      ${update('id = NEW.blob_id', isWithheld('NEW.host_id', 'NEW.picture'))}
    END`;

const onPictures = (event: string, row: 'NEW' | 'OLD'): string =>
  `CREATE TRIGGER withheld_pictures_${event.toLowerCase()}_withholds AFTER ${event} ON withheld_pictures
    BEGIN ${update(
      `id IN (SELECT blob_id FROM items
        WHERE host_id = ${row}.host_id AND picture = ${row}.picture AND deleted_at IS NULL)`,
      isWithheld(`${row}.host_id`, `${row}.picture`),
    )} END`;

const SQLITE_TRIGGERS = [
  ...['items_insert', 'items_update', 'items_delete', 'residents_update'].map(
    (name) => `DROP TRIGGER ${name}_withholds`,
  ),
  onItems('INSERT'),
  onItems('UPDATE OF blob_id, resident_id, deleted_at'),
  `CREATE TRIGGER residents_update_withholds AFTER UPDATE OF photos_hidden ON residents
    WHEN NEW.photos_hidden <> OLD.photos_hidden
    BEGIN
      DELETE FROM withheld_pictures
        WHERE NEW.photos_hidden = 0 AND host_id = NEW.host_id AND resident_id = NEW.id;
      ${WAITING} SELECT host_id, resident_id, picture FROM items
        WHERE NEW.photos_hidden = 1 AND host_id = NEW.host_id AND resident_id = NEW.id
          AND deleted_at IS NULL
        ON CONFLICT DO NOTHING;
    END`,
  onPictures('INSERT', 'NEW'),
  onPictures('DELETE', 'OLD'),
];

const replace = (name: string, body: string): string =>
  `CREATE OR REPLACE FUNCTION ${name}() RETURNS trigger LANGUAGE plpgsql
    AS $$ BEGIN ${body} RETURN NULL; END $$`;

/** @param rows a query of host_id and picture */
const withhold = (rows: string): string =>
  `UPDATE blobs SET withheld = shown.withheld
    FROM (SELECT DISTINCT items.blob_id,
        ${isWithheld('items.host_id', 'items.picture')}::integer AS withheld
      FROM items JOIN (SELECT DISTINCT host_id, picture FROM (${rows}) AS seen) AS pictures
        USING (host_id, picture)
      WHERE items.deleted_at IS NULL) AS shown
    WHERE blobs.id = shown.blob_id AND blobs.withheld <> shown.withheld;`;

/** @param items a relation of changed items */
const onChanged = (items: string): string =>
  `${WAITING} SELECT seen.host_id, seen.resident_id, seen.picture FROM (${items}) AS seen
    JOIN residents ON residents.host_id = seen.host_id AND residents.id = seen.resident_id
    WHERE residents.photos_hidden = 1 AND seen.deleted_at IS NULL
    ON CONFLICT DO NOTHING;
  ${withhold(`SELECT host_id, picture FROM (${items}) AS moved`)}`;

const POSTGRES_TRIGGERS = [
  `DROP TRIGGER items_delete_withholds ON items`,
  replace('withholds', onChanged('SELECT * FROM changed')),
  replace(
    'update_withholds',
    onChanged(`SELECT changed.* FROM changed JOIN before USING (id)
      WHERE (changed.blob_id, changed.resident_id, changed.deleted_at)
        IS DISTINCT FROM (before.blob_id, before.resident_id, before.deleted_at)`),
  ),
  replace(
    'hiding_withholds',
    `DELETE FROM withheld_pictures AS waiting
      USING changed JOIN before USING (id)
      WHERE waiting.host_id = changed.host_id AND waiting.resident_id = changed.id
        AND changed.photos_hidden = 0 AND before.photos_hidden = 1;
    ${WAITING} SELECT items.host_id, items.resident_id, items.picture
      FROM changed JOIN before USING (id)
      JOIN items ON items.host_id = changed.host_id AND items.resident_id = changed.id
      WHERE changed.photos_hidden = 1 AND before.photos_hidden = 0 AND items.deleted_at IS NULL
      ON CONFLICT DO NOTHING;`,
  ),
  replace('waiting_withholds', withhold('SELECT host_id, picture FROM changed')),
  ...['INSERT NEW', 'DELETE OLD'].map((text) => {
    const [event = '', rows = ''] = text.split(' ');
    return `CREATE TRIGGER withheld_pictures_${event.toLowerCase()}_waiting_withholds
      AFTER ${event} ON withheld_pictures REFERENCING ${rows} TABLE AS changed
      FOR EACH STATEMENT EXECUTE FUNCTION waiting_withholds()`;
  }),
];
