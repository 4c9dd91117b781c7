import type { Kysely } from 'kysely';
import { PostgresAdapter, sql } from 'kysely';

/**
 * LINE accounts that were joined by a family's one-time code; what LINE has told us; and its
 * messages, which are in the outbox beside the mails. A family has a delivery for each account.
 */
export async function up(db: Kysely<never>): Promise<void> {
  const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter;
  const keys = isPostgres ? POSTGRES_DELIVERIES : SQLITE_DELIVERIES;
  await db.transaction().execute(async (tx) => {
    for (const statement of [...STATEMENTS, ...keys]) await sql.raw(statement).execute(tx);
  });
}

const STATEMENTS = [
  `CREATE TABLE line_accounts (
    host_id TEXT NOT NULL,
    family_id TEXT NOT NULL,
    account TEXT NOT NULL,
    user_id TEXT NOT NULL,
    joined_at TEXT NOT NULL,
    PRIMARY KEY (host_id, family_id, account),
    FOREIGN KEY (host_id, family_id) REFERENCES families (host_id, id) ON DELETE CASCADE
  ) STRICT, WITHOUT ROWID`,
  `CREATE INDEX line_accounts_account ON line_accounts (account, host_id)`,
  `CREATE TABLE line_codes (
    hash TEXT PRIMARY KEY,
    host_id TEXT,
    family_id TEXT,
    account TEXT,
    expires_at TEXT NOT NULL,
    created_at TEXT NOT NULL,
    CHECK ((host_id IS NULL) = (family_id IS NULL)),
    FOREIGN KEY (host_id, family_id) REFERENCES families (host_id, id) ON DELETE CASCADE
  ) STRICT, WITHOUT ROWID`,
  `CREATE INDEX line_codes_family ON line_codes (host_id, family_id)`,
  `CREATE INDEX line_codes_expiry ON line_codes (expires_at)`,
  `CREATE TABLE line_events (
    id TEXT PRIMARY KEY,
    received_at TEXT NOT NULL,
    payload TEXT,
    failures INTEGER NOT NULL DEFAULT 0
  ) STRICT, WITHOUT ROWID`,
  `CREATE INDEX line_events_open ON line_events (received_at, id) WHERE payload IS NOT NULL`,
  `CREATE INDEX line_events_received ON line_events (received_at)`,
  `CREATE TABLE line_stops (
    account TEXT PRIMARY KEY,
    stopped_at TEXT NOT NULL
  ) STRICT, WITHOUT ROWID`,
  `ALTER TABLE families ADD COLUMN by_line INTEGER NOT NULL DEFAULT 0 CHECK (by_line IN (0, 1))`,
  `ALTER TABLE families ADD COLUMN also_by_mail INTEGER NOT NULL DEFAULT 0
     CHECK (also_by_mail IN (0, 1))`,
  `ALTER TABLE outbox ADD COLUMN channel TEXT NOT NULL DEFAULT 'mail'
     CHECK (channel IN ('mail', 'line'))`,
  `ALTER TABLE outbox ADD COLUMN tried_at TEXT`,
  `DROP INDEX outbox_turns`,
  `CREATE INDEX outbox_turns ON outbox (channel, is_urgent, queue, next_attempt_at, id)
    WHERE state = 'queued' AND stopped = 0`,
];

/** A primary key cannot be changed: the table is made anew, without the trigger that writes to it. */
const SQLITE_DELIVERIES = [
  `DROP TRIGGER outbox_update_tells_delivery`,
  `CREATE TABLE new_deliveries (
    host_id TEXT NOT NULL,
    family_id TEXT NOT NULL,
    year_month INTEGER NOT NULL,
    account TEXT NOT NULL DEFAULT '',
    outbox_id TEXT,
    created_at TEXT NOT NULL,
    state TEXT NOT NULL DEFAULT 'queued' CHECK (state IN ('queued', 'sent', 'failed')),
    sent_at TEXT,
    last_error TEXT,
    mailbox TEXT,
    PRIMARY KEY (host_id, family_id, year_month, account),
    FOREIGN KEY (host_id, family_id) REFERENCES families (host_id, id) ON DELETE CASCADE
  ) STRICT, WITHOUT ROWID`,
  `INSERT INTO new_deliveries (host_id, family_id, year_month, outbox_id, created_at, state,
      sent_at, last_error, mailbox)
    SELECT host_id, family_id, year_month, outbox_id, created_at, state, sent_at, last_error,
      mailbox FROM deliveries`,
  `DROP TABLE deliveries`,
  `ALTER TABLE new_deliveries RENAME TO deliveries`,
  `CREATE INDEX deliveries_month ON deliveries (host_id, year_month, state)`,
  `CREATE INDEX deliveries_outbox ON deliveries (outbox_id)`,
  `CREATE INDEX deliveries_mailbox ON deliveries (host_id, mailbox) WHERE mailbox IS NOT NULL`,
  `CREATE TRIGGER outbox_update_tells_delivery
    AFTER UPDATE OF state, sent_at, last_error ON outbox WHEN NEW.kind = 'delivery'
    BEGIN
      UPDATE deliveries
        SET state = NEW.state,
          sent_at = coalesce(NEW.sent_at, sent_at),
          last_error = NEW.last_error
        WHERE outbox_id = NEW.id AND host_id = NEW.host_id;
    END`,
];

const POSTGRES_DELIVERIES = [
  `ALTER TABLE deliveries ADD COLUMN account TEXT NOT NULL DEFAULT ''`,
  `ALTER TABLE deliveries DROP CONSTRAINT deliveries_pkey`,
  `ALTER TABLE deliveries ADD PRIMARY KEY (host_id, family_id, year_month, account)`,
];
