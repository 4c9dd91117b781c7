const after = (table: string, event: string, name: string, work: string, when = ''): string =>
  `CREATE TRIGGER ${table}_${event.toLowerCase().split(' ', 1)[0] ?? ''}_${name}
    AFTER ${event} ON ${table} ${when && `WHEN ${when}`} BEGIN ${work}; END`;

const rowOf = (event: string): 'NEW' | 'OLD' => (event === 'DELETE' ? 'OLD' : 'NEW');

const raise = (id: string): string =>
  `UPDATE hosts SET content_version = content_version + 1 WHERE id = ${id}`;

const raises = (table: string, event: string, when?: string): string =>
  after(table, event, 'raises_version', raise(`${rowOf(event)}.host_id`), when);

const EVENTS = ['INSERT', 'UPDATE', 'DELETE'];
const WATCHED = ['items', 'letters', 'residents', 'families', 'delivery_settings'];

/** Cached letters are keyed by it, so no writer can forget to raise it. A check alone keeps them. */
const VERSIONS = [
  ...WATCHED.flatMap((table) => EVENTS.map((event) => raises(table, event))),
  after(
    'hosts',
    'UPDATE OF name, phone, pref, city, town, street',
    'raises_version',
    raise('NEW.id'),
  ),
  `CREATE TRIGGER blobs_state_raises_version
    AFTER UPDATE OF state ON blobs BEGIN ${raise('NEW.host_id')}; END`,
  raises('letter_notes', 'INSERT'),
  raises('letter_notes', 'UPDATE OF body'),
  raises('letter_notes', 'DELETE'),
  raises('letter_checks', 'INSERT', 'NEW.held_back IS NOT NULL'),
  raises('letter_checks', 'UPDATE OF held_back', 'NEW.held_back IS NOT OLD.held_back'),
  raises('letter_checks', 'DELETE', 'OLD.held_back IS NOT NULL'),
];

const count = (sign: '+' | '-', row: 'NEW' | 'OLD'): string =>
  `UPDATE hosts SET stored_bytes = stored_bytes ${sign} ${row}.byte_size WHERE id = ${row}.host_id`;

/** The bytes of each facility. */
const BYTES = [
  after('blob_files', 'INSERT', 'counts_bytes', count('+', 'NEW')),
  after('blob_files', 'UPDATE', 'counts_bytes', `${count('-', 'OLD')}; ${count('+', 'NEW')}`),
  after('blob_files', 'DELETE', 'counts_bytes', count('-', 'OLD')),
];

/** Answers outlive their family. */
const ANSWERS = [
  `CREATE TRIGGER families_delete_leaves_answers BEFORE DELETE ON families BEGIN
    UPDATE answers
      SET family_id = NULL, family_name = OLD.name, relationship = OLD.relationship
      WHERE host_id = OLD.host_id AND family_id = OLD.id;
  END`,
];

const WAITING = 'INSERT INTO withheld_pictures (host_id, resident_id, picture)';

const withhold = (which: string, row: 'NEW' | 'OLD'): string => {
  const withheld = `EXISTS (SELECT 1 FROM withheld_pictures AS waiting
    WHERE waiting.host_id = ${row}.host_id AND waiting.picture = ${row}.picture)`;
  return `UPDATE blobs SET withheld = ${withheld} WHERE ${which} AND withheld <> ${withheld}`;
};

const onItems = (event: string): string =>
  after(
    'items',
    event,
    'withholds',
    `${WAITING} SELECT NEW.host_id, id, NEW.picture FROM residents
      WHERE host_id = NEW.host_id AND id = NEW.resident_id AND photos_hidden = 1
      ON CONFLICT DO NOTHING;
    ${withhold('id = NEW.blob_id', 'NEW')}`,
    'NEW.deleted_at IS NULL',
  );

const onPictures = (event: string): string => {
  const row = rowOf(event);
  const items = `SELECT blob_id FROM items
    WHERE host_id = ${row}.host_id AND picture = ${row}.picture AND deleted_at IS NULL`;
  return after('withheld_pictures', event, 'withholds', withhold(`id IN (${items})`, row));
};

/** A picture stays withheld until an admin has answered, whatever becomes of its items. */
const PICTURES = [
  onItems('INSERT'),
  onItems('UPDATE OF blob_id, resident_id, deleted_at'),
  after(
    'residents',
    'UPDATE OF photos_hidden',
    'withholds',
    `DELETE FROM withheld_pictures
      WHERE NEW.photos_hidden = 0 AND host_id = NEW.host_id AND resident_id = NEW.id;
    ${WAITING} SELECT host_id, resident_id, picture FROM items
      WHERE NEW.photos_hidden = 1 AND host_id = NEW.host_id AND resident_id = NEW.id
        AND deleted_at IS NULL
      ON CONFLICT DO NOTHING`,
    'NEW.photos_hidden <> OLD.photos_hidden',
  ),
  onPictures('INSERT'),
  onPictures('DELETE'),
];

/** Deliveries take their state from the mail, whose row is deleted after a while. */
const DELIVERIES = [
  after(
    'outbox',
    'UPDATE OF state, sent_at, last_error',
    'tells_delivery',
    `UPDATE deliveries
      SET state = NEW.state,
        sent_at = coalesce(NEW.sent_at, sent_at),
        last_error = NEW.last_error
      WHERE outbox_id = NEW.id AND host_id = NEW.host_id`,
    "NEW.kind = 'delivery'",
  ),
];

export const SQLITE_TRIGGERS = [...VERSIONS, ...BYTES, ...ANSWERS, ...PICTURES, ...DELIVERIES];
