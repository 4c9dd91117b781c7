import type { Kysely } from 'kysely';
import { PostgresAdapter, sql } from 'kysely';

/**
 * A family's narrower answer hides pictures from its arrival on (`residents.waiting_consent`), by
 * rows of its own (`waits`): what holds, and what admins have decided, is as it was once it goes.
 */
export async function up(db: Kysely<never>): Promise<void> {
  const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter;
  const tables = isPostgres ? POSTGRES_TABLES : SQLITE_TABLES;
  const triggers = isPostgres ? POSTGRES_TRIGGERS : SQLITE_TRIGGERS;
  await db.transaction().execute(async (tx) => {
    const statements = [...COLUMNS, ...tables, ...triggers, OBEY];
    for (const statement of statements) await sql.raw(statement).execute(tx);
  });
}

const COLUMNS = [
  `ALTER TABLE residents ADD COLUMN waiting_consent TEXT CHECK (waiting_consent IN ('own', 'none'))`,
  `ALTER TABLE consents ADD COLUMN link_number INTEGER`,
];

/** Those that wait already; "none" sorts before "own". */
const OBEY = `UPDATE residents SET waiting_consent = (
    SELECT min(consents.answer) FROM consents
    WHERE consents.host_id = residents.host_id AND consents.resident_id = residents.id
      AND consents.confirmed_at IS NULL AND consents.answer <> 'all')
  WHERE id IN (SELECT resident_id FROM consents WHERE confirmed_at IS NULL)`;

const KEY = 'PRIMARY KEY (host_id, resident_id, picture, waits, reach)';

const SQLITE_TABLES = [
  ...['items_insert_withholds', 'items_update_withholds', 'items_insert_narrows'],
  ...['items_update_narrows', 'items_delete_forgets', 'residents_update_withholds'],
  ...['picture_people_insert_withholds', 'picture_people_delete_withholds'],
  ...['withheld_pictures_insert_withholds', 'withheld_pictures_delete_withholds'],
]
  .map((name) => `DROP TRIGGER ${name}`)
  .concat(
    `CREATE TABLE withheld_again (
      host_id TEXT NOT NULL,
      resident_id TEXT NOT NULL,
      picture TEXT NOT NULL,
      reach TEXT NOT NULL DEFAULT 'everybody' CHECK (reach IN ('everybody', 'others')),
      asks INTEGER NOT NULL DEFAULT 1 CHECK (asks IN (0, 1)),
      waits INTEGER NOT NULL DEFAULT 0 CHECK (waits IN (0, 1)),
      ${KEY},
      FOREIGN KEY (host_id, resident_id) REFERENCES residents (host_id, id) ON DELETE CASCADE
    ) STRICT, WITHOUT ROWID`,
    `INSERT INTO withheld_again (host_id, resident_id, picture, reach, asks)
      SELECT host_id, resident_id, picture, reach, asks FROM withheld_pictures`,
    `DROP TABLE withheld_pictures`,
    `ALTER TABLE withheld_again RENAME TO withheld_pictures`,
    `CREATE INDEX withheld_pictures_picture ON withheld_pictures (host_id, picture, reach, asks)`,
  );

const POSTGRES_TABLES = [
  `ALTER TABLE withheld_pictures ADD COLUMN waits INTEGER NOT NULL DEFAULT 0 CHECK (waits IN (0, 1))`,
  `ALTER TABLE withheld_pictures DROP CONSTRAINT withheld_pictures_pkey`,
  `ALTER TABLE withheld_pictures ADD ${KEY}`,
];

const HOLDING = 'INSERT INTO withheld_pictures (host_id, resident_id, picture, reach, asks)';
const WAITING = 'INSERT INTO withheld_pictures (host_id, resident_id, picture, reach, asks, waits)';
const ONCE = 'ON CONFLICT DO NOTHING;';

/** Somebody's photos are for the own family only. */
const isNarrow = (row: string): string =>
  `(${row}.photos_hidden = 0 AND ${row}.photo_consent = 1 AND ${row}.photo_consent_extent = 'own')`;

const heldReach = (row: string): string =>
  `CASE WHEN ${row}.photos_hidden = 1 THEN 'everybody' WHEN ${isNarrow(row)} THEN 'others' ELSE '' END`;

const waitingReach = (row: string): string =>
  `CASE ${row}.waiting_consent WHEN 'none' THEN 'everybody' WHEN 'own' THEN 'others' ELSE '' END`;

const hiding = (host: string, picture: string, reach: 'everybody' | 'others'): string =>
  `FROM withheld_pictures AS hiding WHERE hiding.host_id = ${host}
    AND hiding.picture = ${picture} AND hiding.reach = '${reach}'`;

const isWithheld = (host: string, picture: string): string =>
  `EXISTS (SELECT 1 ${hiding(host, picture, 'everybody')})`;

const onlyFor = (host: string, picture: string): string => `(
  SELECT CASE count(DISTINCT hiding.resident_id)
    WHEN 0 THEN NULL WHEN 1 THEN max(hiding.resident_id) ELSE '' END
  ${hiding(host, picture, 'others')})`;

const update = (which: string, host: string, picture: string): string => {
  const [withheld, only] = [isWithheld(host, picture), onlyFor(host, picture)];
  return `UPDATE blobs SET withheld = ${withheld}, only_for = ${only}
    WHERE ${which} AND (withheld <> ${withheld} OR only_for IS NOT ${only});`;
};

const picturesOf = (host: string, resident: string): string => `
  SELECT picture FROM items
    WHERE host_id = ${host} AND resident_id = ${resident} AND deleted_at IS NULL
  UNION
  SELECT named.picture FROM picture_people AS named
    WHERE named.host_id = ${host} AND named.resident_id = ${resident}`;

/** Whether anybody else's letters show the picture. */
const isShared = (host: string, picture: string, resident: string): string => `EXISTS (
  SELECT 1 FROM items AS other
  WHERE other.host_id = ${host} AND other.picture = ${picture} AND other.deleted_at IS NULL
    AND coalesce(other.resident_id, '') <> ${resident})`;

/** Whether a picture still names a resident. */
const isNamed = (host: string, picture: string, resident: string): string => `(EXISTS (
    SELECT 1 FROM items AS own
    WHERE own.host_id = ${host} AND own.picture = ${picture} AND own.resident_id = ${resident}
      AND own.deleted_at IS NULL)
  OR EXISTS (
    SELECT 1 FROM picture_people AS named
    WHERE named.host_id = ${host} AND named.picture = ${picture}
      AND named.resident_id = ${resident}))`;

/** Once nothing names the person, unless an admin has still to answer. */
const settle = (host: string, picture: string, resident: string): string =>
  `DELETE FROM withheld_pictures
    WHERE host_id = ${host} AND picture = ${picture} AND resident_id = ${resident}
      AND asks = 0 AND NOT ${isNamed(host, picture, resident)};`;

const OF_NEW = 'FROM residents WHERE host_id = NEW.host_id AND id = NEW.resident_id';
const HIDE = `${HOLDING} SELECT host_id, id, NEW.picture, 'everybody', 1
  ${OF_NEW} AND photos_hidden = 1 ${ONCE}`;
const narrow = (living = '1 = 1'): string => `
  ${HOLDING} SELECT host_id, id, NEW.picture, 'others', 0
    ${OF_NEW} AND ${isNarrow('residents')} AND ${living} ${ONCE}
  ${WAITING} SELECT host_id, id, NEW.picture, ${waitingReach('residents')}, waiting_consent = 'none', 1
    ${OF_NEW} AND waiting_consent IS NOT NULL AND ${living} ${ONCE}`;

const onItems = (event: string): string =>
  `CREATE TRIGGER items_${event.startsWith('INSERT') ? 'insert' : 'update'}_withholds
    AFTER ${event} ON items WHEN NEW.deleted_at IS NULL
    BEGIN
      ${HIDE}
      ${update('id = NEW.blob_id', 'NEW.host_id', 'NEW.picture')}
    END`;

const onPictures = (event: string, row: 'NEW' | 'OLD'): string =>
  `CREATE TRIGGER withheld_pictures_${event.toLowerCase()}_withholds AFTER ${event} ON withheld_pictures
    BEGIN ${update(
      `id IN (SELECT blob_id FROM items
        WHERE host_id = ${row}.host_id AND picture = ${row}.picture AND deleted_at IS NULL)`,
      `${row}.host_id`,
      `${row}.picture`,
    )} END`;

const raise = (row: string): string =>
  `UPDATE hosts SET content_version = content_version + 1 WHERE id = ${row}.host_id;`;

const comingReaches = (row: string): string =>
  `(SELECT ${waitingReach(row)} AS reach, 1 AS waits
    UNION ALL SELECT ${heldReach(row)}, 0) AS coming`;

/** What no longer names the person stays in question under the answers that hold and wait now. */
const carry = (row: string, from: string): string =>
  `${WAITING} SELECT was.host_id, was.resident_id, was.picture, coming.reach, 1, coming.waits
    FROM ${from}
    WHERE was.host_id = ${row}.host_id AND was.resident_id = ${row}.id AND coming.reach <> ''
      AND was.waits = 1 AND was.asks = 1
      AND NOT ${isNamed('was.host_id', 'was.picture', 'was.resident_id')}`;

const SQLITE_TRIGGERS = [
  onItems('INSERT'),
  onItems('UPDATE OF blob_id, resident_id, deleted_at'),
  `CREATE TRIGGER items_insert_narrows AFTER INSERT ON items
    WHEN NEW.deleted_at IS NULL AND NEW.resident_id IS NOT NULL
    BEGIN ${narrow()} END`,
  `CREATE TRIGGER items_update_narrows AFTER UPDATE OF resident_id, deleted_at ON items
    WHEN NEW.resident_id IS NOT OLD.resident_id OR NEW.deleted_at IS NOT OLD.deleted_at
    BEGIN
      ${settle('OLD.host_id', 'OLD.picture', 'OLD.resident_id')}
      ${narrow('NEW.deleted_at IS NULL')}
    END`,
  `CREATE TRIGGER items_delete_forgets AFTER DELETE ON items
    BEGIN
      ${settle('OLD.host_id', 'OLD.picture', 'OLD.resident_id')}
      DELETE FROM picture_people WHERE host_id = OLD.host_id AND picture = OLD.picture
        AND NOT EXISTS (SELECT 1 FROM items WHERE host_id = OLD.host_id AND picture = OLD.picture);
    END`,
  `CREATE TRIGGER residents_update_withholds
    AFTER UPDATE OF photos_hidden, photo_consent, photo_consent_extent ON residents
    WHEN ${heldReach('NEW')} <> ${heldReach('OLD')}
    BEGIN
      DELETE FROM withheld_pictures
        WHERE host_id = NEW.host_id AND resident_id = NEW.id AND waits = 0
          AND reach <> ${heldReach('NEW')};
      ${HOLDING} SELECT NEW.host_id, NEW.id, named.picture, ${heldReach('NEW')},
          NEW.photos_hidden = 1 OR ${isShared('NEW.host_id', 'named.picture', 'NEW.id')}
        FROM (${picturesOf('NEW.host_id', 'NEW.id')}) AS named
        WHERE ${heldReach('NEW')} <> '' ${ONCE}
    END`,
  `CREATE TRIGGER residents_update_waits AFTER UPDATE OF waiting_consent ON residents
    WHEN NEW.waiting_consent IS NOT OLD.waiting_consent
    BEGIN
      ${WAITING} SELECT NEW.host_id, NEW.id, named.picture, ${waitingReach('NEW')},
          NEW.waiting_consent = 'none' OR ${isShared('NEW.host_id', 'named.picture', 'NEW.id')}, 1
        FROM (${picturesOf('NEW.host_id', 'NEW.id')}) AS named
        WHERE NEW.waiting_consent IS NOT NULL ${ONCE}
      ${carry('NEW', `withheld_pictures AS was, ${comingReaches('NEW')}`)} ${ONCE}
      DELETE FROM withheld_pictures
        WHERE host_id = NEW.host_id AND resident_id = NEW.id AND waits = 1
          AND reach <> ${waitingReach('NEW')};
    END`,
  `CREATE TRIGGER picture_people_insert_withholds AFTER INSERT ON picture_people
    BEGIN
      ${HIDE}
      ${narrow()}
      ${raise('NEW')}
    END`,
  `CREATE TRIGGER picture_people_delete_withholds AFTER DELETE ON picture_people
    BEGIN
      ${settle('OLD.host_id', 'OLD.picture', 'OLD.resident_id')}
      ${raise('OLD')}
    END`,
  onPictures('INSERT', 'NEW'),
  onPictures('DELETE', 'OLD'),
];

const replace = (name: string, body: string): string =>
  `CREATE OR REPLACE FUNCTION ${name}() RETURNS trigger LANGUAGE plpgsql
    AS $$ BEGIN ${body} RETURN NULL; END $$`;

const withhold = (rows: string): string =>
  `UPDATE blobs SET withheld = shown.withheld, only_for = shown.only_for
    FROM (SELECT DISTINCT items.blob_id,
        ${isWithheld('items.host_id', 'items.picture')}::integer AS withheld,
        ${onlyFor('items.host_id', 'items.picture')} AS only_for
      FROM items JOIN (SELECT DISTINCT host_id, picture FROM (${rows}) AS seen) AS pictures
        USING (host_id, picture)
      WHERE items.deleted_at IS NULL) AS shown
    WHERE blobs.id = shown.blob_id
      AND (blobs.withheld, blobs.only_for) IS DISTINCT FROM (shown.withheld, shown.only_for);`;

const ofSeen = (named: string): string => `FROM (${named}) AS seen
  JOIN residents ON residents.host_id = seen.host_id AND residents.id = seen.resident_id`;

const hideAll = (named: string): string =>
  `${HOLDING} SELECT seen.host_id, seen.resident_id, seen.picture, 'everybody', 1
    ${ofSeen(named)} WHERE residents.photos_hidden = 1 ${ONCE}`;

const narrowAll = (named: string): string =>
  `${HOLDING} SELECT DISTINCT seen.host_id, seen.resident_id, seen.picture, 'others', 0
    ${ofSeen(named)} WHERE ${isNarrow('residents')} ${ONCE}
  ${WAITING} SELECT DISTINCT seen.host_id, seen.resident_id, seen.picture,
      ${waitingReach('residents')}, (residents.waiting_consent = 'none')::integer, 1
    ${ofSeen(named)} WHERE residents.waiting_consent IS NOT NULL ${ONCE}`;

const settleAll = (gone: string): string =>
  `DELETE FROM withheld_pictures AS hiding USING (${gone}) AS gone
    WHERE hiding.host_id = gone.host_id AND hiding.picture = gone.picture
      AND hiding.resident_id = gone.resident_id AND hiding.asks = 0
      AND NOT ${isNamed('gone.host_id', 'gone.picture', 'gone.resident_id')};`;

const ALL = 'SELECT * FROM changed';
const LIVING = `${ALL} WHERE deleted_at IS NULL`;
const onChanged = (items: string): string => `${hideAll(items)}
  ${withhold(`SELECT host_id, picture FROM (${items}) AS moved`)}`;

const PLACED = `FROM changed JOIN before USING (id)
  WHERE (changed.resident_id, changed.deleted_at)
    IS DISTINCT FROM (before.resident_id, before.deleted_at)`;

const NAMED_OF_CHANGED = `
  SELECT changed.host_id, changed.id, items.picture FROM changed
    JOIN items ON items.host_id = changed.host_id AND items.resident_id = changed.id
      AND items.deleted_at IS NULL
  UNION
  SELECT changed.host_id, changed.id, named.picture FROM changed
    JOIN picture_people AS named
      ON named.host_id = changed.host_id AND named.resident_id = changed.id`;

const OF_CHANGED = `FROM changed JOIN before USING (id)
  JOIN (${NAMED_OF_CHANGED}) AS named ON named.host_id = changed.host_id AND named.id = changed.id`;
const IS_OTHER = 'changed.waiting_consent IS DISTINCT FROM before.waiting_consent';
const IS_SHARED = isShared('changed.host_id', 'named.picture', 'changed.id');

const WAS_AND_COMING = `changed JOIN before USING (id)
  CROSS JOIN withheld_pictures AS was CROSS JOIN LATERAL ${comingReaches('changed')}`;

const POSTGRES_TRIGGERS = [
  replace('withholds', `${onChanged(LIVING)} ${narrowAll(LIVING)}`),
  replace(
    'update_withholds',
    `${onChanged(`SELECT changed.* FROM changed JOIN before USING (id)
      WHERE changed.deleted_at IS NULL AND (changed.blob_id, changed.resident_id, changed.deleted_at)
        IS DISTINCT FROM (before.blob_id, before.resident_id, before.deleted_at)`)}
    ${settleAll(`SELECT before.host_id, before.picture, before.resident_id ${PLACED}`)}
    ${narrowAll(`SELECT changed.* ${PLACED} AND changed.deleted_at IS NULL`)}`,
  ),
  replace(
    'hiding_withholds',
    `DELETE FROM withheld_pictures AS hiding
      USING changed JOIN before USING (id)
      WHERE hiding.host_id = changed.host_id AND hiding.resident_id = changed.id
        AND hiding.waits = 0 AND ${heldReach('changed')} <> ${heldReach('before')}
        AND hiding.reach <> ${heldReach('changed')};
    ${HOLDING} SELECT changed.host_id, changed.id, named.picture, ${heldReach('changed')},
        (changed.photos_hidden = 1 OR ${IS_SHARED})::integer
      ${OF_CHANGED}
      WHERE ${heldReach('changed')} <> ${heldReach('before')} AND ${heldReach('changed')} <> ''
      ${ONCE}
    ${WAITING} SELECT changed.host_id, changed.id, named.picture, ${waitingReach('changed')},
        (changed.waiting_consent = 'none' OR ${IS_SHARED})::integer, 1
      ${OF_CHANGED} WHERE ${IS_OTHER} AND changed.waiting_consent IS NOT NULL ${ONCE}
    ${carry('changed', WAS_AND_COMING)} AND ${IS_OTHER} ${ONCE}
    DELETE FROM withheld_pictures AS hiding
      USING changed JOIN before USING (id)
      WHERE hiding.host_id = changed.host_id AND hiding.resident_id = changed.id
        AND hiding.waits = 1 AND ${IS_OTHER} AND hiding.reach <> ${waitingReach('changed')};`,
  ),
  replace('waiting_withholds', withhold('SELECT host_id, picture FROM changed')),
  replace('naming_withholds', `${hideAll(ALL)} ${narrowAll(ALL)}`),
];
