import BetterSqlite3 from 'better-sqlite3';
import { doneMigrations } from '#db/migrate.ts';
import { dataPaths } from '#server/data-folder.ts';

/** Before it there was nobody to tell. */
const TELLING = '0060_tell_of_endings';

/**
 * What was to be told of an ending when the backup was taken may have been told since: nobody is
 * told of it again by itself. These families are in the list of those whom the facility tells (P43).
 * @returns what a person has to look at, since it may have been taken back
 */
export function leaveToHand(stage: string): Ending[] {
  const db = new BetterSqlite3(dataPaths(stage).database);
  try {
    if (!doneMigrations(db).includes(TELLING) || !isAnyTold(db)) return [];
    db.pragma('synchronous = FULL');
    db.transaction(() => {
      for (const statement of STATEMENTS) db.exec(statement);
    })();
    return db.prepare(ENDINGS).all() as Ending[];
  } finally {
    db.close();
  }
}

const isAnyTold = (db: BetterSqlite3.Database): boolean =>
  db
    .prepare(
      `SELECT host_id FROM facility_endings UNION ALL SELECT host_id FROM ending_tellings LIMIT 1`,
    )
    .get() !== undefined;

const ENDS_ON = `(SELECT ends_on FROM facility_endings AS ending
  WHERE ending.host_id = ending_tellings.host_id)`;

export interface Ending {
  name: string;
  endsOn: string;
}

const ENDINGS = `SELECT hosts.name, ends_on AS endsOn
  FROM facility_endings JOIN hosts ON hosts.id = facility_endings.host_id ORDER BY hosts.name`;

const STATEMENTS = [
  // A facility that was taken back, or deleted, since then is not deleted at once: it counts anew.
  'UPDATE facility_endings SET days_given = 0, counted_on = NULL',
  // What stands in the outbox may have gone.
  `DELETE FROM outbox WHERE kind = 'ending' AND state <> 'sent'`,
  `UPDATE ending_tellings
    SET state = 'hand', is_restored = 1, outbox_id = NULL
    WHERE state <> 'sent' AND done_at IS NULL
      AND (outbox_id IS NULL OR outbox_id NOT IN (SELECT id FROM outbox))`,
  // Other news: of an earlier day, of none any more, or of one after all.
  `UPDATE ending_tellings
    SET told_before = ends_on, ends_on = ${ENDS_ON}, state = 'hand', is_restored = 1,
      outbox_id = NULL, done_at = NULL, done_by = NULL
    WHERE (ends_on IS NULL AND ${ENDS_ON} IS NOT NULL)
      OR (ends_on IS NOT NULL AND ${ENDS_ON} IS NULL)
      OR ends_on > ${ENDS_ON}`,
  `INSERT INTO ending_tellings (host_id, family_id, ends_on, set_at, state, is_restored)
    SELECT families.host_id, families.id, ending.ends_on, ending.created_at, 'hand', 1
    FROM families JOIN facility_endings AS ending ON ending.host_id = families.host_id
    WHERE NOT EXISTS (SELECT 1 FROM ending_tellings AS told
      WHERE told.host_id = families.host_id AND told.family_id = families.id)`,
];
