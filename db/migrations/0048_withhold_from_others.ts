import type { Kysely } from 'kysely';
import { PostgresAdapter, sql } from 'kysely';

/**
 * A picture of somebody who agreed to letters of the own family only is for these alone
 * (`blobs.only_for`); one that names several such people is for nobody.
 */
export async function up(db: Kysely<never>): Promise<void> {
  const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter;
  const triggers = isPostgres ? POSTGRES_TRIGGERS : SQLITE_TRIGGERS;
  await db.transaction().execute(async (tx) => {
    for (const statement of triggers) await sql.raw(statement).execute(tx);
  });
}

const WAITING = 'INSERT INTO withheld_pictures (host_id, resident_id, picture, reach, asks)';

/** Somebody's photos are for the own family only. */
const isNarrow = (row: string): string =>
  `(${row}.photos_hidden = 0 AND ${row}.photo_consent = 1 AND ${row}.photo_consent_extent = 'own')`;

const waitingFor = (host: string, picture: string, reach: 'everybody' | 'others'): string =>
  `FROM withheld_pictures AS waiting WHERE waiting.host_id = ${host}
    AND waiting.picture = ${picture} AND waiting.reach = '${reach}'`;

const isWithheld = (host: string, picture: string): string =>
  `EXISTS (SELECT 1 ${waitingFor(host, picture, 'everybody')})`;

const onlyFor = (host: string, picture: string): string => `(
  SELECT CASE count(*) WHEN 0 THEN NULL WHEN 1 THEN max(waiting.resident_id) ELSE '' END
  ${waitingFor(host, picture, 'others')})`;

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

const NARROW = `${WAITING} SELECT host_id, id, NEW.picture, 'others', 0 FROM residents
  WHERE host_id = NEW.host_id AND id = NEW.resident_id AND ${isNarrow('residents')}`;

const HIDE = `${WAITING} SELECT host_id, id, NEW.picture, 'everybody', 1 FROM residents
  WHERE host_id = NEW.host_id AND id = NEW.resident_id AND photos_hidden = 1
  ON CONFLICT DO NOTHING;`;

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

const ANSWER = ['photos_hidden', 'photo_consent', 'photo_consent_extent'] as const;

const reachOf = (row: string): string =>
  `CASE WHEN ${row}.photos_hidden = 1 THEN 'everybody' WHEN ${isNarrow(row)} THEN 'others' ELSE '' END`;

const raise = (row: string): string =>
  `UPDATE hosts SET content_version = content_version + 1 WHERE id = ${row}.host_id;`;

const DROPPED = [
  ...['items_insert', 'items_update', 'residents_update'],
  ...['withheld_pictures_insert', 'withheld_pictures_delete'],
];

const SQLITE_TRIGGERS = [
  ...DROPPED.map((name) => `DROP TRIGGER ${name}_withholds`),
  onItems('INSERT'),
  onItems('UPDATE OF blob_id, resident_id, deleted_at'),
  `CREATE TRIGGER items_insert_narrows AFTER INSERT ON items
    WHEN NEW.deleted_at IS NULL AND NEW.resident_id IS NOT NULL
    BEGIN ${NARROW} ON CONFLICT DO NOTHING; END`,
  `CREATE TRIGGER items_update_narrows AFTER UPDATE OF resident_id, deleted_at ON items
    WHEN NEW.resident_id IS NOT OLD.resident_id OR NEW.deleted_at IS NOT OLD.deleted_at
    BEGIN
      ${settle('OLD.host_id', 'OLD.picture', 'OLD.resident_id')}
      ${NARROW} AND NEW.deleted_at IS NULL ON CONFLICT DO NOTHING;
    END`,
  `CREATE TRIGGER items_delete_forgets AFTER DELETE ON items
    BEGIN
      ${settle('OLD.host_id', 'OLD.picture', 'OLD.resident_id')}
      DELETE FROM picture_people WHERE host_id = OLD.host_id AND picture = OLD.picture
        AND NOT EXISTS (SELECT 1 FROM items WHERE host_id = OLD.host_id AND picture = OLD.picture);
    END`,
  `CREATE TRIGGER residents_update_withholds AFTER UPDATE OF ${ANSWER.join(', ')} ON residents
    WHEN ${reachOf('NEW')} <> ${reachOf('OLD')}
    BEGIN
      DELETE FROM withheld_pictures
        WHERE host_id = NEW.host_id AND resident_id = NEW.id AND reach <> ${reachOf('NEW')};
      ${WAITING} SELECT NEW.host_id, NEW.id, named.picture, ${reachOf('NEW')},
          NEW.photos_hidden = 1 OR ${isShared('NEW.host_id', 'named.picture', 'NEW.id')}
        FROM (${picturesOf('NEW.host_id', 'NEW.id')}) AS named
        WHERE ${reachOf('NEW')} <> ''
        ON CONFLICT DO NOTHING;
    END`,
  `CREATE TRIGGER picture_people_insert_withholds AFTER INSERT ON picture_people
    BEGIN
      ${HIDE}
      ${NARROW} ON CONFLICT DO NOTHING;
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

const hideAll = (named: string): string =>
  `${WAITING} SELECT seen.host_id, seen.resident_id, seen.picture, 'everybody', 1
    FROM (${named}) AS seen
    JOIN residents ON residents.host_id = seen.host_id AND residents.id = seen.resident_id
    WHERE residents.photos_hidden = 1
    ON CONFLICT DO NOTHING;`;

const narrowAll = (named: string): string =>
  `${WAITING} SELECT DISTINCT seen.host_id, seen.resident_id, seen.picture, 'others', 0
    FROM (${named}) AS seen
    JOIN residents ON residents.host_id = seen.host_id AND residents.id = seen.resident_id
    WHERE ${isNarrow('residents')}
    ON CONFLICT DO NOTHING;`;

const settleAll = (gone: string): string =>
  `DELETE FROM withheld_pictures AS waiting USING (${gone}) AS gone
    WHERE waiting.host_id = gone.host_id AND waiting.picture = gone.picture
      AND waiting.resident_id = gone.resident_id AND waiting.asks = 0
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

const after = (event: 'insert' | 'delete', table: string, name: string): string =>
  `CREATE TRIGGER ${table}_${event}_${name} AFTER ${event} ON ${table}
    REFERENCING ${event === 'insert' ? 'NEW' : 'OLD'} TABLE AS changed
    FOR EACH STATEMENT EXECUTE FUNCTION ${name}()`;

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
    `DELETE FROM withheld_pictures AS waiting
      USING changed JOIN before USING (id)
      WHERE waiting.host_id = changed.host_id AND waiting.resident_id = changed.id
        AND ${reachOf('changed')} <> ${reachOf('before')}
        AND waiting.reach <> ${reachOf('changed')};
    ${WAITING} SELECT changed.host_id, changed.id, named.picture, ${reachOf('changed')},
        (changed.photos_hidden = 1
          OR ${isShared('changed.host_id', 'named.picture', 'changed.id')})::integer
      FROM changed JOIN before USING (id)
      JOIN (${NAMED_OF_CHANGED}) AS named
        ON named.host_id = changed.host_id AND named.id = changed.id
      WHERE ${reachOf('changed')} <> ${reachOf('before')} AND ${reachOf('changed')} <> ''
      ON CONFLICT DO NOTHING;`,
  ),
  replace('waiting_withholds', withhold('SELECT host_id, picture FROM changed')),
  replace('naming_withholds', `${hideAll(ALL)} ${narrowAll(ALL)}`),
  replace('unnaming_withholds', settleAll(ALL)),
  replace(
    'forgets_people',
    `${settleAll(ALL)}
    DELETE FROM picture_people AS named USING changed
      WHERE named.host_id = changed.host_id AND named.picture = changed.picture
        AND NOT EXISTS (SELECT 1 FROM items
          WHERE items.host_id = named.host_id AND items.picture = named.picture);`,
  ),
  after('insert', 'picture_people', 'naming_withholds'),
  after('delete', 'picture_people', 'unnaming_withholds'),
  after('insert', 'picture_people', 'raises_version'),
  after('delete', 'picture_people', 'raises_version'),
  after('delete', 'items', 'forgets_people'),
];
