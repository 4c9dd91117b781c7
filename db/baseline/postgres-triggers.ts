/**
 * What the triggers of the SQLite schema do, once for a statement: with one call for each row, bulk
 * loads would take time by the square of their rows.
 */

const plpgsql = (name: string, body: string): string =>
  `CREATE FUNCTION ${name}() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN ${body} RETURN NULL; END $$`;

type Event = 'insert' | 'update' | 'delete';

const ROWS: Record<Event, string> = {
  insert: 'NEW TABLE AS changed',
  update: 'OLD TABLE AS before NEW TABLE AS changed',
  delete: 'OLD TABLE AS changed',
};

const after = (event: Event, table: string, name: string): string =>
  `CREATE TRIGGER ${table}_${event}_${name} AFTER ${event} ON ${table}
    REFERENCING ${ROWS[event]} FOR EACH STATEMENT EXECUTE FUNCTION ${name}()`;

/** @param rows a query of host_id, with one row for each change */
const raise = (rows: string): string =>
  `UPDATE hosts SET content_version = content_version + counted.changes
    FROM (SELECT host_id, count(*) AS changes FROM (${rows}) AS seen GROUP BY host_id) AS counted
    WHERE hosts.id = counted.host_id;`;

const VERSIONED = ['items', 'letters', 'residents', 'families', 'delivery_settings'];
const EVENTS: Event[] = ['insert', 'update', 'delete'];

const noteChange = 'before.held_back IS DISTINCT FROM changed.held_back';

/** Cached letters. */
const VERSIONS = [
  plpgsql('raises_version', raise('SELECT host_id FROM changed')),
  ...VERSIONED.flatMap((table) => EVENTS.map((event) => after(event, table, 'raises_version'))),
  `CREATE FUNCTION host_raises_version() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN NEW.content_version := NEW.content_version + 1; RETURN NEW; END $$`,
  `CREATE TRIGGER hosts_update_raises_version
    BEFORE UPDATE OF name, phone, pref, city, town, street ON hosts
    FOR EACH ROW EXECUTE FUNCTION host_raises_version()`,
  plpgsql(
    'state_raises_version',
    raise(`SELECT changed.host_id FROM changed JOIN before USING (id)
      WHERE before.state <> changed.state`),
  ),
  after('update', 'blobs', 'state_raises_version'),
  after('insert', 'letter_notes', 'raises_version'),
  after('delete', 'letter_notes', 'raises_version'),
  plpgsql(
    'body_raises_version',
    raise(`SELECT changed.host_id FROM changed JOIN before USING (host_id, resident_id, year_month)
      WHERE before.body <> changed.body`),
  ),
  after('update', 'letter_notes', 'body_raises_version'),
  plpgsql(
    'holding_raises_version',
    raise('SELECT host_id FROM changed WHERE held_back IS NOT NULL'),
  ),
  after('insert', 'letter_checks', 'holding_raises_version'),
  after('delete', 'letter_checks', 'holding_raises_version'),
  plpgsql(
    'change_raises_version',
    raise(`SELECT changed.host_id FROM changed JOIN before USING (host_id, resident_id, year_month)
      WHERE ${noteChange}`),
  ),
  after('update', 'letter_checks', 'change_raises_version'),
];

const count = (sign: '+' | '-', rows: string): string =>
  `UPDATE hosts SET stored_bytes = stored_bytes ${sign} counted.bytes
    FROM (SELECT host_id, sum(byte_size) AS bytes FROM ${rows} GROUP BY host_id) AS counted
    WHERE hosts.id = counted.host_id;`;

/** The bytes of each facility. */
const BYTES = [
  plpgsql('counts_more_bytes', count('+', 'changed')),
  plpgsql('counts_less_bytes', count('-', 'changed')),
  plpgsql('counts_other_bytes', count('-', 'before') + count('+', 'changed')),
  after('insert', 'blob_files', 'counts_more_bytes'),
  after('update', 'blob_files', 'counts_other_bytes'),
  after('delete', 'blob_files', 'counts_less_bytes'),
];

/** Deliveries take their state from the mail. */
const DELIVERIES = [
  plpgsql(
    'tells_delivery',
    `UPDATE deliveries SET state = mail.state,
        sent_at = coalesce(mail.sent_at, deliveries.sent_at), last_error = mail.last_error
      FROM (SELECT changed.* FROM changed JOIN before USING (id) WHERE changed.kind = 'delivery'
        AND (changed.state, changed.sent_at, changed.last_error)
          IS DISTINCT FROM (before.state, before.sent_at, before.last_error)) AS mail
      WHERE deliveries.outbox_id = mail.id AND deliveries.host_id = mail.host_id;`,
  ),
  after('update', 'outbox', 'tells_delivery'),
];

/** Answers outlive their family. */
const ANSWERS = [
  `CREATE FUNCTION leaves_answers() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    UPDATE answers
      SET family_id = NULL, family_name = OLD.name, relationship = OLD.relationship
      WHERE host_id = OLD.host_id AND family_id = OLD.id;
    RETURN OLD; END $$`,
  `CREATE TRIGGER families_delete_leaves_answers BEFORE DELETE ON families
    FOR EACH ROW EXECUTE FUNCTION leaves_answers()`,
];

const WAITING = 'INSERT INTO withheld_pictures (host_id, resident_id, picture)';

const withhold = (rows: string): string =>
  `UPDATE blobs SET withheld = shown.withheld
    FROM (SELECT DISTINCT items.blob_id,
        EXISTS (SELECT 1 FROM withheld_pictures AS waiting
          WHERE waiting.host_id = items.host_id AND waiting.picture = items.picture)::integer
          AS withheld
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

/** A picture stays withheld until an admin has answered, whatever becomes of its items. */
const PICTURES = [
  plpgsql('withholds', onChanged('SELECT * FROM changed')),
  after('insert', 'items', 'withholds'),
  plpgsql(
    'update_withholds',
    onChanged(`SELECT changed.* FROM changed JOIN before USING (id)
      WHERE (changed.blob_id, changed.resident_id, changed.deleted_at)
        IS DISTINCT FROM (before.blob_id, before.resident_id, before.deleted_at)`),
  ),
  after('update', 'items', 'update_withholds'),
  plpgsql(
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
  after('update', 'residents', 'hiding_withholds'),
  plpgsql('waiting_withholds', withhold('SELECT host_id, picture FROM changed')),
  after('insert', 'withheld_pictures', 'waiting_withholds'),
  after('delete', 'withheld_pictures', 'waiting_withholds'),
];

export const POSTGRES_TRIGGERS = [...VERSIONS, ...BYTES, ...DELIVERIES, ...ANSWERS, ...PICTURES];
