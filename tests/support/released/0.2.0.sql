CREATE TABLE "kysely_migration" ("name" varchar(255) not null primary key, "timestamp" varchar(255) not null);
CREATE TABLE "kysely_migration_lock" ("id" varchar(255) not null primary key, "is_locked" integer default 0 not null);
CREATE TABLE hosts (
    id TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    postcode TEXT NOT NULL DEFAULT '',
    pref TEXT NOT NULL DEFAULT '',
    city TEXT NOT NULL DEFAULT '',
    town TEXT NOT NULL DEFAULT '',
    street TEXT NOT NULL DEFAULT '',
    phone TEXT NOT NULL DEFAULT '',
    plan TEXT,
    activated_at TEXT,
    trial_ends_at TEXT,
    content_version INTEGER NOT NULL DEFAULT 0,
    created_at TEXT NOT NULL
  , stored_bytes INTEGER NOT NULL DEFAULT 0, continued_at TEXT, asks_second_step TEXT NOT NULL DEFAULT 'nobody'
     CHECK (asks_second_step IN ('nobody', 'admins', 'everybody')), second_step_answered_at TEXT) STRICT;
CREATE TABLE sessions (
    id TEXT PRIMARY KEY,
    staff_id TEXT NOT NULL,
    host_id TEXT NOT NULL,
    created_at TEXT NOT NULL,
    expires_at TEXT NOT NULL,
    generation INTEGER NOT NULL DEFAULT 0,
    rotated_at TEXT,
    user_agent TEXT NOT NULL DEFAULT '', device_id TEXT
     REFERENCES shared_devices (id) ON DELETE CASCADE, by_pin INTEGER NOT NULL DEFAULT 0 CHECK (by_pin IN (0, 1)), used_at TEXT, way TEXT NOT NULL DEFAULT 'password', confirmed_at TEXT, address TEXT NOT NULL DEFAULT '',
    FOREIGN KEY (host_id, staff_id) REFERENCES staffs (host_id, id) ON DELETE CASCADE
  ) STRICT;
CREATE INDEX sessions_staff ON sessions (host_id, staff_id);
CREATE INDEX sessions_expiry ON sessions (expires_at);
CREATE TABLE invitations (
    host_id TEXT PRIMARY KEY REFERENCES hosts (id) ON DELETE CASCADE,
    token_hash TEXT NOT NULL UNIQUE,
    token_sealed TEXT NOT NULL,
    expires_at TEXT NOT NULL,
    created_at TEXT NOT NULL
  ) STRICT;
CREATE TABLE residents (
    id TEXT PRIMARY KEY,
    host_id TEXT NOT NULL REFERENCES hosts (id) ON DELETE CASCADE,
    name TEXT NOT NULL,
    name_kana TEXT NOT NULL DEFAULT '',
    room TEXT NOT NULL DEFAULT '',
    birthday TEXT,
    photos_hidden INTEGER NOT NULL DEFAULT 0 CHECK (photos_hidden IN (0, 1)),
    left_on TEXT,
    portrait_blob_id TEXT,
    token TEXT NOT NULL UNIQUE,
    created_at TEXT NOT NULL, photo_consent INTEGER CHECK (photo_consent IN (0, 1)), away_since TEXT, died_on TEXT, letters_end TEXT
    CHECK ((letters_end IS NULL) = (died_on IS NULL)), last_letter INTEGER NOT NULL DEFAULT 0
    CHECK (last_letter = 0 OR (last_letter = 1 AND letters_end IS NOT NULL)), last_words TEXT NOT NULL DEFAULT '',
    UNIQUE (host_id, id)
  ) STRICT;
CREATE TABLE families (
    id TEXT PRIMARY KEY,
    host_id TEXT NOT NULL,
    resident_id TEXT NOT NULL,
    name TEXT NOT NULL,
    name_kana TEXT NOT NULL DEFAULT '',
    relationship TEXT NOT NULL DEFAULT '',
    email TEXT,
    postcode TEXT,
    pref TEXT NOT NULL DEFAULT '',
    city TEXT NOT NULL DEFAULT '',
    town TEXT NOT NULL DEFAULT '',
    street TEXT NOT NULL DEFAULT '',
    delivery TEXT NOT NULL CHECK (delivery IN ('email', 'link', 'print')),
    token TEXT NOT NULL UNIQUE,
    created_at TEXT NOT NULL, renewed_at TEXT, link_number INTEGER, by_line INTEGER NOT NULL DEFAULT 0 CHECK (by_line IN (0, 1)), also_by_mail INTEGER NOT NULL DEFAULT 0
     CHECK (also_by_mail IN (0, 1)),
    UNIQUE (host_id, id),
    FOREIGN KEY (host_id, resident_id) REFERENCES residents (host_id, id) ON DELETE CASCADE
  ) STRICT;
CREATE INDEX families_resident ON families (host_id, resident_id);
CREATE TABLE blobs (
    id TEXT PRIMARY KEY,
    host_id TEXT NOT NULL REFERENCES hosts (id) ON DELETE CASCADE,
    filename TEXT NOT NULL,
    content_type TEXT NOT NULL,
    byte_size INTEGER NOT NULL,
    checksum TEXT NOT NULL,
    sha256 TEXT,
    state TEXT NOT NULL CHECK (state IN ('awaiting', 'stored', 'accepted', 'ready', 'removing')),
    width INTEGER,
    height INTEGER,
    color TEXT,
    exif_taken_on TEXT,
    created_by TEXT REFERENCES staffs (id) ON DELETE SET NULL,
    created_at TEXT NOT NULL,
    slot_expires_at TEXT NOT NULL, withheld INTEGER NOT NULL DEFAULT 0 CHECK (withheld IN (0, 1)),
    UNIQUE (host_id, id)
  ) STRICT;
CREATE INDEX blobs_unfinished ON blobs (state, created_at) WHERE state <> 'ready';
CREATE INDEX blobs_created_by ON blobs (created_by);
CREATE TABLE blob_files (
    blob_id TEXT NOT NULL,
    name TEXT NOT NULL,
    host_id TEXT NOT NULL,
    byte_size INTEGER NOT NULL,
    sha256 TEXT NOT NULL,
    PRIMARY KEY (blob_id, name),
    FOREIGN KEY (host_id, blob_id) REFERENCES blobs (host_id, id) ON DELETE CASCADE
  ) STRICT, WITHOUT ROWID;
CREATE TABLE items (
    id TEXT PRIMARY KEY,
    host_id TEXT NOT NULL REFERENCES hosts (id) ON DELETE CASCADE,
    resident_id TEXT,
    blob_id TEXT NOT NULL,
    picture TEXT NOT NULL,
    is_upload INTEGER NOT NULL DEFAULT 1 CHECK (is_upload IN (0, 1)),
    taken_on TEXT NOT NULL,
    caption TEXT NOT NULL DEFAULT '',
    created_by TEXT REFERENCES staffs (id) ON DELETE SET NULL,
    created_at TEXT NOT NULL,
    deleted_at TEXT, held INTEGER NOT NULL DEFAULT 0 CHECK (held IN (0, 1)), left_out INTEGER NOT NULL DEFAULT 0 CHECK (left_out IN (0, 1)), position INTEGER NOT NULL DEFAULT 0 CHECK (position <= 0),
    UNIQUE (host_id, id),
    FOREIGN KEY (host_id, resident_id) REFERENCES residents (host_id, id),
    FOREIGN KEY (host_id, blob_id) REFERENCES blobs (host_id, id)
  ) STRICT;
CREATE INDEX items_by_blob ON items (host_id, blob_id);
CREATE INDEX items_created_by ON items (created_by);
CREATE INDEX items_deleted ON items (deleted_at) WHERE deleted_at IS NOT NULL;
CREATE UNIQUE INDEX items_upload ON items (blob_id) WHERE is_upload = 1;
CREATE TABLE letters (
    host_id TEXT NOT NULL REFERENCES hosts (id) ON DELETE CASCADE,
    year_month INTEGER NOT NULL CHECK (year_month % 100 BETWEEN 1 AND 12),
    title TEXT NOT NULL,
    body TEXT NOT NULL,
    cover_item_id TEXT REFERENCES items (id) ON DELETE SET NULL,
    version INTEGER NOT NULL,
    updated_at TEXT NOT NULL,
    PRIMARY KEY (host_id, year_month)
  ) STRICT, WITHOUT ROWID;
CREATE INDEX letters_cover ON letters (cover_item_id);
CREATE TABLE letter_reads (
    host_id TEXT NOT NULL,
    family_id TEXT NOT NULL,
    year_month INTEGER NOT NULL,
    seen_at TEXT NOT NULL,
    stamp TEXT, answers INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (host_id, family_id, year_month),
    FOREIGN KEY (host_id, family_id) REFERENCES families (host_id, id) ON DELETE CASCADE
  ) STRICT, WITHOUT ROWID;
CREATE TABLE delivery_settings (
    host_id TEXT PRIMARY KEY REFERENCES hosts (id) ON DELETE CASCADE,
    mail_enabled INTEGER NOT NULL DEFAULT 1 CHECK (mail_enabled IN (0, 1)),
    hour INTEGER NOT NULL DEFAULT 9 CHECK (hour BETWEEN 0 AND 23),
    sender_name TEXT NOT NULL DEFAULT '',
    signature TEXT NOT NULL DEFAULT '',
    early_look INTEGER NOT NULL DEFAULT 0 CHECK (early_look IN (0, 1))
  , takes_answers INTEGER NOT NULL DEFAULT 1
    CHECK (takes_answers IN (0, 1))) STRICT;
CREATE TABLE outbox (
    id TEXT PRIMARY KEY,
    host_id TEXT REFERENCES hosts (id) ON DELETE CASCADE,
    kind TEXT NOT NULL,
    recipient TEXT NOT NULL,
    subject TEXT NOT NULL,
    text TEXT NOT NULL,
    html TEXT NOT NULL,
    message_id TEXT NOT NULL UNIQUE,
    state TEXT NOT NULL DEFAULT 'queued' CHECK (state IN ('queued', 'sent', 'failed')),
    attempts INTEGER NOT NULL DEFAULT 0,
    next_attempt_at TEXT NOT NULL,
    last_error TEXT,
    sent_at TEXT,
    created_at TEXT NOT NULL
  , reply_to TEXT, is_urgent INTEGER NOT NULL DEFAULT 0 CHECK (is_urgent IN (0, 1)), queue TEXT GENERATED ALWAYS AS (coalesce(host_id, '')) VIRTUAL, failures INTEGER NOT NULL DEFAULT 0, stopped INTEGER NOT NULL DEFAULT 0 CHECK (stopped IN (0, 1)), holder TEXT, channel TEXT NOT NULL DEFAULT 'mail'
     CHECK (channel IN ('mail', 'line')), tried_at TEXT, content TEXT NOT NULL DEFAULT '') STRICT;
CREATE TABLE jobs (
    id TEXT PRIMARY KEY,
    host_id TEXT REFERENCES hosts (id) ON DELETE CASCADE,
    kind TEXT NOT NULL,
    payload TEXT NOT NULL,
    state TEXT NOT NULL DEFAULT 'queued' CHECK (state IN ('queued', 'running', 'failed')),
    attempts INTEGER NOT NULL DEFAULT 0,
    run_at TEXT NOT NULL,
    last_error TEXT,
    created_at TEXT NOT NULL, given_up INTEGER NOT NULL DEFAULT 0 CHECK (given_up IN (0, 1)), failures INTEGER NOT NULL DEFAULT 0, holder TEXT, lease_until TEXT,
    UNIQUE (kind, payload)
  ) STRICT;
CREATE INDEX jobs_due ON jobs (run_at) WHERE state = 'queued';
CREATE INDEX jobs_host ON jobs (host_id, state);
CREATE TABLE rate_limits (
    key TEXT PRIMARY KEY,
    count INTEGER NOT NULL,
    resets_at TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;
CREATE INDEX rate_limits_expiry ON rate_limits (resets_at);
CREATE TABLE contacts (
    id TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    email TEXT NOT NULL,
    body TEXT NOT NULL,
    created_at TEXT NOT NULL
  ) STRICT;
CREATE TABLE audit_logs (
    id TEXT PRIMARY KEY,
    host_id TEXT REFERENCES hosts (id) ON DELETE CASCADE,
    staff_id TEXT,
    action TEXT NOT NULL,
    target TEXT,
    created_at TEXT NOT NULL
  , resident_id TEXT, detail TEXT, address TEXT, browser TEXT, way TEXT, network TEXT) STRICT;
CREATE INDEX audit_logs_host ON audit_logs (host_id, created_at);
CREATE INDEX letter_reads_month ON letter_reads (host_id, year_month);
CREATE INDEX letter_reads_seen ON letter_reads (host_id, family_id, seen_at);
CREATE TABLE delivery_runs (
    host_id TEXT NOT NULL REFERENCES hosts (id) ON DELETE CASCADE,
    year_month INTEGER NOT NULL CHECK (year_month % 100 BETWEEN 1 AND 12),
    outcome TEXT NOT NULL CHECK (outcome IN ('mails', 'off', 'inactive')),
    due_at TEXT NOT NULL,
    started_at TEXT NOT NULL,
    reached TEXT NOT NULL DEFAULT '',
    finished_at TEXT, admins_told_at TEXT, content_version INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (host_id, year_month)
  ) STRICT, WITHOUT ROWID;
CREATE INDEX jobs_turns ON jobs (host_id, run_at) WHERE state = 'queued';
CREATE TABLE trial_letters (
    host_id TEXT NOT NULL REFERENCES hosts (id) ON DELETE CASCADE,
    day TEXT NOT NULL,
    mailbox TEXT NOT NULL,
    letters INTEGER NOT NULL,
    to_strangers INTEGER NOT NULL,
    PRIMARY KEY (host_id, day, mailbox)
  ) STRICT, WITHOUT ROWID;
CREATE INDEX blobs_on_disk ON blobs (host_id, state, byte_size) WHERE state <> 'ready';
CREATE INDEX items_held ON items (host_id, taken_on, created_at, id) WHERE held = 1 AND deleted_at IS NULL;
CREATE TABLE trial_notices (
    host_id TEXT NOT NULL REFERENCES hosts (id) ON DELETE CASCADE,
    trial_ends_at TEXT NOT NULL,
    days_before INTEGER NOT NULL,
    noted_at TEXT NOT NULL,
    PRIMARY KEY (host_id, trial_ends_at, days_before)
  ) STRICT, WITHOUT ROWID;
CREATE TABLE letter_notes (
    host_id TEXT NOT NULL,
    resident_id TEXT NOT NULL,
    year_month INTEGER NOT NULL CHECK (year_month % 100 BETWEEN 1 AND 12),
    body TEXT NOT NULL,
    version INTEGER NOT NULL,
    updated_by TEXT REFERENCES staffs (id) ON DELETE SET NULL,
    updated_at TEXT NOT NULL,
    PRIMARY KEY (host_id, resident_id, year_month),
    FOREIGN KEY (host_id, resident_id) REFERENCES residents (host_id, id) ON DELETE CASCADE
  ) STRICT, WITHOUT ROWID;
CREATE INDEX letter_notes_month ON letter_notes (host_id, year_month);
CREATE INDEX letter_notes_updated_by ON letter_notes (updated_by);
CREATE TABLE letter_checks (
    host_id TEXT NOT NULL,
    resident_id TEXT NOT NULL,
    year_month INTEGER NOT NULL CHECK (year_month % 100 BETWEEN 1 AND 12),
    checked_at TEXT,
    checked_by TEXT REFERENCES staffs (id) ON DELETE SET NULL,
    held_back TEXT,
    held_back_at TEXT,
    held_back_by TEXT REFERENCES staffs (id) ON DELETE SET NULL,
    PRIMARY KEY (host_id, resident_id, year_month),
    FOREIGN KEY (host_id, resident_id) REFERENCES residents (host_id, id) ON DELETE CASCADE
  ) STRICT, WITHOUT ROWID;
CREATE INDEX letter_checks_month ON letter_checks (host_id, year_month);
CREATE INDEX letter_checks_checked_by ON letter_checks (checked_by);
CREATE INDEX letter_checks_held_back_by ON letter_checks (held_back_by);
CREATE TABLE answers (
    id TEXT PRIMARY KEY,
    host_id TEXT NOT NULL,
    resident_id TEXT NOT NULL,
    family_id TEXT,
    family_name TEXT NOT NULL DEFAULT '',
    relationship TEXT NOT NULL DEFAULT '',
    year_month INTEGER NOT NULL CHECK (year_month % 100 BETWEEN 1 AND 12),
    body TEXT NOT NULL,
    created_at TEXT NOT NULL,
    passed_on_at TEXT,
    passed_on_by TEXT REFERENCES staffs (id) ON DELETE SET NULL,
    hidden_at TEXT,
    UNIQUE (host_id, id),
    UNIQUE (host_id, family_id, resident_id, year_month, body),
    FOREIGN KEY (host_id, resident_id) REFERENCES residents (host_id, id) ON DELETE CASCADE,
    FOREIGN KEY (host_id, family_id) REFERENCES families (host_id, id)
  ) STRICT;
CREATE INDEX answers_by_month ON answers (host_id, year_month, created_at);
CREATE INDEX answers_new ON answers (host_id, created_at)
    WHERE passed_on_at IS NULL AND hidden_at IS NULL;
CREATE INDEX answers_resident ON answers (host_id, resident_id);
CREATE INDEX answers_passed_on_by ON answers (passed_on_by);
CREATE INDEX items_by_date ON items (host_id, taken_on, position, created_at, id, deleted_at, held, left_out) WHERE deleted_at IS NULL;
CREATE INDEX items_by_resident ON items (host_id, resident_id, taken_on, position, created_at, id, deleted_at, held, left_out) WHERE deleted_at IS NULL;
CREATE UNIQUE INDEX items_picture ON items (host_id, picture, coalesce(resident_id, '')) WHERE deleted_at IS NULL;
CREATE TABLE handovers (
    host_id TEXT NOT NULL,
    family_id TEXT NOT NULL,
    year_month INTEGER NOT NULL CHECK (year_month % 100 BETWEEN 1 AND 12),
    delivery TEXT NOT NULL CHECK (delivery IN ('link', 'print')),
    done_at TEXT NOT NULL,
    done_by TEXT REFERENCES staffs (id) ON DELETE SET NULL,
    PRIMARY KEY (host_id, family_id, year_month),
    FOREIGN KEY (host_id, family_id) REFERENCES families (host_id, id) ON DELETE CASCADE
  ) STRICT, WITHOUT ROWID;
CREATE INDEX handovers_done_by ON handovers (done_by);
CREATE INDEX families_email ON families (host_id, email) WHERE email IS NOT NULL;
CREATE TABLE "staffs" (
    id TEXT PRIMARY KEY,
    host_id TEXT NOT NULL REFERENCES hosts (id) ON DELETE CASCADE,
    email TEXT CHECK (email = lower(email)),
    name TEXT NOT NULL,
    name_kana TEXT NOT NULL,
    role TEXT NOT NULL CHECK (role IN ('admin', 'general')),
    password_hash TEXT,
    confirmed_at TEXT,
    last_seen_at TEXT,
    created_at TEXT NOT NULL,
    UNIQUE (host_id, id),
    UNIQUE (host_id, email),
    CHECK (email IS NOT NULL OR (role = 'general' AND password_hash IS NULL))
  ) STRICT;
CREATE UNIQUE INDEX staffs_email ON staffs (email) WHERE confirmed_at IS NOT NULL;
CREATE TABLE shared_devices (
    id TEXT PRIMARY KEY,
    host_id TEXT NOT NULL REFERENCES hosts (id) ON DELETE CASCADE,
    name TEXT NOT NULL,
    token_hash TEXT NOT NULL UNIQUE,
    is_for_all INTEGER NOT NULL CHECK (is_for_all IN (0, 1)),
    made_by TEXT REFERENCES staffs (id) ON DELETE SET NULL,
    last_used_at TEXT,
    expires_at TEXT NOT NULL,
    created_at TEXT NOT NULL,
    UNIQUE (host_id, id)
  ) STRICT;
CREATE INDEX shared_devices_maker ON shared_devices (made_by);
CREATE TABLE shared_device_people (
    host_id TEXT NOT NULL,
    device_id TEXT NOT NULL,
    staff_id TEXT NOT NULL,
    PRIMARY KEY (device_id, staff_id),
    FOREIGN KEY (host_id, device_id) REFERENCES shared_devices (host_id, id) ON DELETE CASCADE,
    FOREIGN KEY (host_id, staff_id) REFERENCES staffs (host_id, id) ON DELETE CASCADE
  ) STRICT;
CREATE INDEX shared_device_people_staff ON shared_device_people (host_id, staff_id);
CREATE TABLE pins (
    staff_id TEXT PRIMARY KEY,
    host_id TEXT NOT NULL,
    hash TEXT NOT NULL,
    is_first INTEGER NOT NULL CHECK (is_first IN (0, 1)),
    expires_at TEXT,
    created_at TEXT NOT NULL,
    FOREIGN KEY (host_id, staff_id) REFERENCES staffs (host_id, id) ON DELETE CASCADE
  ) STRICT;
CREATE INDEX pins_host ON pins (host_id, staff_id);
CREATE TABLE pin_tries (
    device_id TEXT NOT NULL REFERENCES shared_devices (id) ON DELETE CASCADE,
    staff_id TEXT NOT NULL,
    count INTEGER NOT NULL,
    PRIMARY KEY (device_id, staff_id)
  ) STRICT;
CREATE INDEX pin_tries_staff ON pin_tries (staff_id);
CREATE INDEX sessions_device ON sessions (device_id) WHERE device_id IS NOT NULL;
CREATE INDEX outbox_sent ON outbox (sent_at) WHERE state = 'sent';
CREATE INDEX outbox_given_up ON outbox (created_at) WHERE state = 'failed' OR stopped = 1;
CREATE TABLE troubles (
      name TEXT PRIMARY KEY,
      since TEXT,
      told_at TEXT
    ) STRICT, WITHOUT ROWID;
CREATE TABLE leases (
    name TEXT PRIMARY KEY,
    holder TEXT NOT NULL,
    lease_until TEXT NOT NULL,
    due_at TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;
CREATE TABLE "one_time_tokens" (
    hash TEXT PRIMARY KEY,
    purpose TEXT NOT NULL
      CHECK (purpose IN ('host_sign_up', 'staff_sign_up', 'password', 'email', 'operator')),
    host_id TEXT REFERENCES hosts (id) ON DELETE CASCADE,
    staff_id TEXT,
    email TEXT NOT NULL,
    expires_at TEXT NOT NULL,
    used_at TEXT,
    created_at TEXT NOT NULL,
    by_operator INTEGER NOT NULL DEFAULT 0 CHECK (by_operator IN (0, 1)),
    FOREIGN KEY (host_id, staff_id) REFERENCES staffs (host_id, id) ON DELETE CASCADE
  ) STRICT;
CREATE INDEX one_time_tokens_staff ON one_time_tokens (host_id, staff_id);
CREATE TABLE operators (
    id TEXT PRIMARY KEY,
    email TEXT NOT NULL UNIQUE CHECK (email = lower(email)),
    password_hash TEXT NOT NULL,
    created_at TEXT NOT NULL
  ) STRICT;
CREATE TABLE operator_sessions (
    id TEXT PRIMARY KEY,
    operator_id TEXT NOT NULL REFERENCES operators (id) ON DELETE CASCADE,
    created_at TEXT NOT NULL,
    expires_at TEXT NOT NULL
  , way TEXT NOT NULL DEFAULT 'password', confirmed_at TEXT, used_at TEXT, user_agent TEXT NOT NULL DEFAULT '', address TEXT NOT NULL DEFAULT '') STRICT;
CREATE INDEX operator_sessions_operator ON operator_sessions (operator_id);
CREATE TABLE withheld_pictures (
    host_id TEXT NOT NULL,
    resident_id TEXT NOT NULL,
    picture TEXT NOT NULL,
    PRIMARY KEY (host_id, resident_id, picture),
    FOREIGN KEY (host_id, resident_id) REFERENCES residents (host_id, id) ON DELETE CASCADE
  ) STRICT, WITHOUT ROWID;
CREATE INDEX withheld_pictures_picture ON withheld_pictures (host_id, picture);
CREATE TABLE delivery_waits (
    host_id TEXT NOT NULL,
    family_id TEXT NOT NULL,
    year_month INTEGER NOT NULL,
    was_away INTEGER NOT NULL CHECK (was_away IN (0, 1)),
    PRIMARY KEY (host_id, family_id, year_month),
    FOREIGN KEY (host_id, family_id) REFERENCES families (host_id, id) ON DELETE CASCADE
  ) STRICT, WITHOUT ROWID;
CREATE TABLE passkeys (
    id TEXT PRIMARY KEY,
    host_id TEXT,
    staff_id TEXT,
    operator_id TEXT REFERENCES operators (id) ON DELETE CASCADE,
    credential_id TEXT NOT NULL UNIQUE,
    public_key TEXT NOT NULL,
    counter INTEGER NOT NULL,
    transports TEXT NOT NULL,
    name TEXT NOT NULL,
    last_used_at TEXT,
    created_at TEXT NOT NULL,
    FOREIGN KEY (host_id, staff_id) REFERENCES staffs (host_id, id) ON DELETE CASCADE,
    CHECK ((staff_id IS NULL) = (host_id IS NULL)),
    CHECK ((staff_id IS NULL) <> (operator_id IS NULL))
  ) STRICT;
CREATE INDEX passkeys_staff ON passkeys (host_id, staff_id) WHERE staff_id IS NOT NULL;
CREATE INDEX passkeys_operator ON passkeys (operator_id) WHERE operator_id IS NOT NULL;
CREATE TABLE second_steps (
    id TEXT PRIMARY KEY,
    host_id TEXT,
    staff_id TEXT,
    operator_id TEXT REFERENCES operators (id) ON DELETE CASCADE,
    secret_sealed TEXT,
    next_sealed TEXT,
    last_counter INTEGER NOT NULL DEFAULT 0,
    created_at TEXT NOT NULL,
    UNIQUE (staff_id),
    UNIQUE (operator_id),
    FOREIGN KEY (host_id, staff_id) REFERENCES staffs (host_id, id) ON DELETE CASCADE,
    CHECK ((staff_id IS NULL) = (host_id IS NULL)),
    CHECK ((staff_id IS NULL) <> (operator_id IS NULL))
  ) STRICT;
CREATE INDEX second_steps_staff ON second_steps (host_id, staff_id) WHERE staff_id IS NOT NULL;
CREATE INDEX second_steps_operator ON second_steps (operator_id) WHERE operator_id IS NOT NULL;
CREATE TABLE recovery_codes (
    hash TEXT PRIMARY KEY,
    host_id TEXT,
    staff_id TEXT,
    operator_id TEXT REFERENCES operators (id) ON DELETE CASCADE,
    used_at TEXT,
    created_at TEXT NOT NULL,
    FOREIGN KEY (host_id, staff_id) REFERENCES staffs (host_id, id) ON DELETE CASCADE,
    CHECK ((staff_id IS NULL) = (host_id IS NULL)),
    CHECK ((staff_id IS NULL) <> (operator_id IS NULL))
  ) STRICT;
CREATE INDEX recovery_codes_staff ON recovery_codes (host_id, staff_id) WHERE staff_id IS NOT NULL;
CREATE INDEX recovery_codes_operator ON recovery_codes (operator_id) WHERE operator_id IS NOT NULL;
CREATE TABLE remembered_browsers (
    id TEXT PRIMARY KEY,
    host_id TEXT,
    staff_id TEXT,
    operator_id TEXT REFERENCES operators (id) ON DELETE CASCADE,
    token_hash TEXT NOT NULL UNIQUE,
    user_agent TEXT NOT NULL,
    last_used_at TEXT,
    expires_at TEXT NOT NULL,
    created_at TEXT NOT NULL,
    FOREIGN KEY (host_id, staff_id) REFERENCES staffs (host_id, id) ON DELETE CASCADE,
    CHECK ((staff_id IS NULL) = (host_id IS NULL)),
    CHECK ((staff_id IS NULL) <> (operator_id IS NULL))
  ) STRICT;
CREATE INDEX remembered_browsers_staff ON remembered_browsers (host_id, staff_id) WHERE staff_id IS NOT NULL;
CREATE INDEX remembered_browsers_operator ON remembered_browsers (operator_id) WHERE operator_id IS NOT NULL;
CREATE TABLE sign_in_tickets (
    hash TEXT PRIMARY KEY,
    purpose TEXT NOT NULL CHECK (purpose IN ('second_step', 'challenge', 'browser')),
    host_id TEXT,
    staff_id TEXT,
    operator_id TEXT REFERENCES operators (id) ON DELETE CASCADE,
    email TEXT,
    tries INTEGER NOT NULL DEFAULT 0,
    expires_at TEXT NOT NULL,
    FOREIGN KEY (host_id, staff_id) REFERENCES staffs (host_id, id) ON DELETE CASCADE
  ) STRICT;
CREATE INDEX sign_in_tickets_staff ON sign_in_tickets (host_id, staff_id) WHERE staff_id IS NOT NULL;
CREATE INDEX sign_in_tickets_operator ON sign_in_tickets (operator_id) WHERE operator_id IS NOT NULL;
CREATE INDEX sign_in_tickets_expiry ON sign_in_tickets (expires_at);
CREATE INDEX audit_logs_addressed ON audit_logs (created_at) WHERE address IS NOT NULL;
CREATE TABLE line_accounts (
    host_id TEXT NOT NULL,
    family_id TEXT NOT NULL,
    account TEXT NOT NULL,
    user_id TEXT NOT NULL,
    joined_at TEXT NOT NULL,
    PRIMARY KEY (host_id, family_id, account),
    FOREIGN KEY (host_id, family_id) REFERENCES families (host_id, id) ON DELETE CASCADE
  ) STRICT, WITHOUT ROWID;
CREATE INDEX line_accounts_account ON line_accounts (account, host_id);
CREATE TABLE line_codes (
    hash TEXT PRIMARY KEY,
    host_id TEXT,
    family_id TEXT,
    account TEXT,
    expires_at TEXT NOT NULL,
    created_at TEXT NOT NULL,
    CHECK ((host_id IS NULL) = (family_id IS NULL)),
    FOREIGN KEY (host_id, family_id) REFERENCES families (host_id, id) ON DELETE CASCADE
  ) STRICT, WITHOUT ROWID;
CREATE INDEX line_codes_family ON line_codes (host_id, family_id);
CREATE INDEX line_codes_expiry ON line_codes (expires_at);
CREATE TABLE line_events (
    id TEXT PRIMARY KEY,
    received_at TEXT NOT NULL,
    payload TEXT,
    failures INTEGER NOT NULL DEFAULT 0
  ) STRICT, WITHOUT ROWID;
CREATE INDEX line_events_open ON line_events (received_at, id) WHERE payload IS NOT NULL;
CREATE INDEX line_events_received ON line_events (received_at);
CREATE TABLE line_stops (
    account TEXT PRIMARY KEY,
    stopped_at TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;
CREATE INDEX outbox_turns ON outbox (channel, is_urgent, queue, next_attempt_at, id)
    WHERE state = 'queued' AND stopped = 0;
CREATE TABLE "deliveries" (
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
  ) STRICT, WITHOUT ROWID;
CREATE INDEX deliveries_month ON deliveries (host_id, year_month, state);
CREATE INDEX deliveries_outbox ON deliveries (outbox_id);
CREATE INDEX deliveries_mailbox ON deliveries (host_id, mailbox) WHERE mailbox IS NOT NULL;
CREATE TABLE figures (
    span TEXT NOT NULL CHECK (span IN ('minutes', 'hour', 'day')),
    at TEXT NOT NULL,
    kind TEXT NOT NULL,
    version TEXT NOT NULL,
    requests INTEGER NOT NULL,
    errors INTEGER NOT NULL,
    spread TEXT NOT NULL,
    PRIMARY KEY (span, at, kind, version)
  ) STRICT, WITHOUT ROWID;
CREATE TABLE levels (
    span TEXT NOT NULL CHECK (span IN ('minutes', 'hour', 'day')),
    at TEXT NOT NULL,
    disk_free INTEGER,
    memory INTEGER,
    database_bytes INTEGER,
    photo_bytes INTEGER,
    mail_wait INTEGER,
    job_wait INTEGER,
    PRIMARY KEY (span, at)
  ) STRICT, WITHOUT ROWID;
CREATE TABLE error_numbers (
    number TEXT PRIMARY KEY,
    at TEXT NOT NULL,
    method TEXT NOT NULL,
    route TEXT NOT NULL,
    status INTEGER NOT NULL,
    version TEXT NOT NULL,
    problem TEXT
  ) STRICT, WITHOUT ROWID;
CREATE INDEX error_numbers_at ON error_numbers (at);
CREATE INDEX outbox_counts ON outbox (host_id, state, stopped);
INSERT INTO kysely_migration (name, timestamp) VALUES ('0001_create_people', '2026-10-01T03:00:00.000Z');
INSERT INTO kysely_migration (name, timestamp) VALUES ('0002_create_photos', '2026-10-17T03:00:00.000Z');
INSERT INTO kysely_migration (name, timestamp) VALUES ('0003_create_letters', '2026-10-17T03:00:00.000Z');
INSERT INTO kysely_migration (name, timestamp) VALUES ('0004_create_operations', '2026-10-17T03:00:00.000Z');
INSERT INTO kysely_migration (name, timestamp) VALUES ('0005_raise_content_version', '2026-10-17T03:00:00.000Z');
INSERT INTO kysely_migration (name, timestamp) VALUES ('0006_keep_admin_totals', '2026-10-17T03:00:00.000Z');
INSERT INTO kysely_migration (name, timestamp) VALUES ('0007_cover_item_lists', '2026-10-17T03:00:00.000Z');
INSERT INTO kysely_migration (name, timestamp) VALUES ('0008_cover_last_reads', '2026-10-17T03:00:00.000Z');
INSERT INTO kysely_migration (name, timestamp) VALUES ('0009_keep_reply_address', '2026-10-17T03:00:00.000Z');
INSERT INTO kysely_migration (name, timestamp) VALUES ('0010_keep_delivery_runs', '2026-10-17T03:00:00.000Z');
INSERT INTO kysely_migration (name, timestamp) VALUES ('0011_leave_answers_out', '2026-10-17T03:00:00.000Z');
INSERT INTO kysely_migration (name, timestamp) VALUES ('0012_take_jobs_in_turn', '2026-10-17T03:00:00.000Z');
INSERT INTO kysely_migration (name, timestamp) VALUES ('0013_bound_facilities', '2026-10-17T03:00:00.000Z');
INSERT INTO kysely_migration (name, timestamp) VALUES ('0015_say_what_was_done', '2026-10-17T03:00:00.000Z');
INSERT INTO kysely_migration (name, timestamp) VALUES ('0017_hold_photos', '2026-10-17T03:00:00.000Z');
INSERT INTO kysely_migration (name, timestamp) VALUES ('0019_continue_facilities', '2026-10-17T03:00:00.000Z');
INSERT INTO kysely_migration (name, timestamp) VALUES ('0020_ask_for_consent', '2026-10-17T03:00:00.000Z');
INSERT INTO kysely_migration (name, timestamp) VALUES ('0021_count_failures', '2026-10-17T03:00:00.000Z');
INSERT INTO kysely_migration (name, timestamp) VALUES ('0022_write_notes', '2026-10-17T03:00:00.000Z');
INSERT INTO kysely_migration (name, timestamp) VALUES ('0023_keep_answers', '2026-10-17T03:00:00.000Z');
INSERT INTO kysely_migration (name, timestamp) VALUES ('0024_keep_states_of_life', '2026-10-17T03:00:00.000Z');
INSERT INTO kysely_migration (name, timestamp) VALUES ('0025_order_photos', '2026-10-17T03:00:00.000Z');
INSERT INTO kysely_migration (name, timestamp) VALUES ('0026_withhold_shared_photos', '2026-10-17T03:00:00.000Z');
INSERT INTO kysely_migration (name, timestamp) VALUES ('0027_hand_over_letters', '2026-10-17T03:00:00.000Z');
INSERT INTO kysely_migration (name, timestamp) VALUES ('0028_share_devices', '2026-10-17T03:00:00.000Z');
INSERT INTO kysely_migration (name, timestamp) VALUES ('0029_find_old_mails', '2026-10-17T03:00:00.000Z');
INSERT INTO kysely_migration (name, timestamp) VALUES ('0030_tell_the_operator', '2026-10-17T03:00:00.000Z');
INSERT INTO kysely_migration (name, timestamp) VALUES ('0031_claim_work', '2026-10-17T03:00:00.000Z');
INSERT INTO kysely_migration (name, timestamp) VALUES ('0032_sign_the_operator_in', '2026-10-17T03:00:00.000Z');
INSERT INTO kysely_migration (name, timestamp) VALUES ('0033_number_links', '2026-10-17T03:00:00.000Z');
INSERT INTO kysely_migration (name, timestamp) VALUES ('0035_remember_what_waits', '2026-10-17T03:00:00.000Z');
INSERT INTO kysely_migration (name, timestamp) VALUES ('0036_sign_in_with_two_factors', '2026-10-17T03:00:00.000Z');
INSERT INTO kysely_migration (name, timestamp) VALUES ('0037_say_where_from', '2026-10-17T03:00:00.000Z');
INSERT INTO kysely_migration (name, timestamp) VALUES ('0038_join_line', '2026-10-17T03:00:00.000Z');
INSERT INTO kysely_migration (name, timestamp) VALUES ('0039_keep_figures', '2026-10-17T03:00:00.000Z');
INSERT INTO kysely_migration (name, timestamp) VALUES ('0040_keep_words', '2026-10-17T03:00:00.000Z');
INSERT INTO kysely_migration_lock (id, is_locked) VALUES ('migration_lock', 0);
INSERT INTO hosts (id, name, postcode, pref, city, town, street, phone, plan, activated_at, trial_ends_at, content_version, created_at, stored_bytes, continued_at, asks_second_step, second_step_answered_at) VALUES ('h1', 'ひだまりの家', '', '', '', '', '', '', NULL, NULL, NULL, 4, '2026-10-17T03:00:00.000Z', 97, NULL, 'nobody', NULL);
INSERT INTO hosts (id, name, postcode, pref, city, town, street, phone, plan, activated_at, trial_ends_at, content_version, created_at, stored_bytes, continued_at, asks_second_step, second_step_answered_at) VALUES ('h2', '青空ホーム', '', '', '', '', '', '', NULL, NULL, NULL, 0, '2026-10-17T03:00:00.000Z', 0, NULL, 'nobody', NULL);
INSERT INTO sessions (id, staff_id, host_id, created_at, expires_at, generation, rotated_at, user_agent, device_id, by_pin, used_at, way, confirmed_at, address) VALUES ('x1', 's1', 'h1', '2026-10-17T03:00:00.000Z', '2026-10-17T03:00:00.000Z', 0, NULL, '', NULL, 0, NULL, 'password', NULL, '');
INSERT INTO sessions (id, staff_id, host_id, created_at, expires_at, generation, rotated_at, user_agent, device_id, by_pin, used_at, way, confirmed_at, address) VALUES ('x2', 's2', 'h1', '2026-10-17T03:00:00.000Z', '2026-10-17T03:00:00.000Z', 0, NULL, '', 'd1', 1, '2026-10-17T03:00:00.000Z', 'password', NULL, '');
INSERT INTO invitations (host_id, token_hash, token_sealed, expires_at, created_at) VALUES ('h1', 'i1', 'sealed', '2026-10-17T03:00:00.000Z', '2026-10-17T03:00:00.000Z');
INSERT INTO residents (id, host_id, name, name_kana, room, birthday, photos_hidden, left_on, portrait_blob_id, token, created_at, photo_consent, away_since, died_on, letters_end, last_letter, last_words) VALUES ('r1', 'h1', '佐藤 ハル', '', '', NULL, 0, NULL, NULL, 'tr1', '2026-10-17T03:00:00.000Z', 1, NULL, NULL, NULL, 0, '');
INSERT INTO residents (id, host_id, name, name_kana, room, birthday, photos_hidden, left_on, portrait_blob_id, token, created_at, photo_consent, away_since, died_on, letters_end, last_letter, last_words) VALUES ('r2', 'h1', '斎藤 タケ', '', '', NULL, 1, NULL, NULL, 'tr2', '2026-10-17T03:00:00.000Z', 0, NULL, NULL, NULL, 0, '');
INSERT INTO families (id, host_id, resident_id, name, name_kana, relationship, email, postcode, pref, city, town, street, delivery, token, created_at, renewed_at, link_number, by_line, also_by_mail) VALUES ('f1', 'h1', 'r1', '佐藤 一郎', '', '', NULL, NULL, '', '', '', '', 'link', 'tf1', '2026-10-17T03:00:00.000Z', NULL, 1, 0, 0);
INSERT INTO blobs (id, host_id, filename, content_type, byte_size, checksum, sha256, state, width, height, color, exif_taken_on, created_by, created_at, slot_expires_at, withheld) VALUES ('b1', 'h1', 'IMG_0001.jpg', 'image/jpeg', 9, 'c', NULL, 'ready', NULL, NULL, NULL, NULL, NULL, '2026-10-17T03:00:00.000Z', '2026-10-17T03:00:00.000Z', 0);
INSERT INTO blobs (id, host_id, filename, content_type, byte_size, checksum, sha256, state, width, height, color, exif_taken_on, created_by, created_at, slot_expires_at, withheld) VALUES ('b2', 'h1', 'IMG_0002.jpg', 'image/jpeg', 9, 'c2', NULL, 'ready', NULL, NULL, NULL, NULL, NULL, '2026-10-17T03:00:00.000Z', '2026-10-17T03:00:00.000Z', 1);
INSERT INTO blob_files (blob_id, name, host_id, byte_size, sha256) VALUES ('b1', '360.webp', 'h1', 7, 'hash');
INSERT INTO blob_files (blob_id, name, host_id, byte_size, sha256) VALUES ('b1', 'master.jpg', 'h1', 90, 'hash');
INSERT INTO items (id, host_id, resident_id, blob_id, picture, is_upload, taken_on, caption, created_by, created_at, deleted_at, held, left_out, position) VALUES ('i1', 'h1', 'r1', 'b1', 'p', 1, '2026-10-01', '', NULL, '2026-10-17T03:00:00.000Z', NULL, 0, 0, 0);
INSERT INTO items (id, host_id, resident_id, blob_id, picture, is_upload, taken_on, caption, created_by, created_at, deleted_at, held, left_out, position) VALUES ('i2', 'h1', 'r2', 'b2', 'p2', 1, '2026-10-02', '', NULL, '2026-10-17T03:00:00.000Z', NULL, 0, 0, 0);
INSERT INTO letters (host_id, year_month, title, body, cover_item_id, version, updated_at) VALUES ('h1', 202610, '10月号', '秋です', 'i1', 1, '2026-10-17T03:00:00.000Z');
INSERT INTO letter_reads (host_id, family_id, year_month, seen_at, stamp, answers) VALUES ('h1', 'f1', 202609, '2026-10-17T03:00:00.000Z', NULL, 0);
INSERT INTO delivery_settings (host_id, mail_enabled, hour, sender_name, signature, early_look, takes_answers) VALUES ('h1', 1, 9, '', '', 0, 1);
INSERT INTO outbox (id, host_id, kind, recipient, subject, text, html, message_id, state, attempts, next_attempt_at, last_error, sent_at, created_at, reply_to, is_urgent, failures, stopped, holder, channel, tried_at, content) VALUES ('m1', 'h1', 'test', 'a@example.jp', 's', 't', 'h', 'id1', 'queued', 0, '2026-10-17T03:00:00.000Z', NULL, NULL, '2026-10-17T03:00:00.000Z', NULL, 1, 0, 0, NULL, 'mail', NULL, '');
INSERT INTO jobs (id, host_id, kind, payload, state, attempts, run_at, last_error, created_at, given_up, failures, holder, lease_until) VALUES ('j1', 'h1', 'k', '{}', 'queued', 0, '2026-10-17T03:00:00.000Z', NULL, '2026-10-17T03:00:00.000Z', 0, 0, NULL, NULL);
INSERT INTO rate_limits (key, count, resets_at) VALUES ('k', 1, '2026-10-17T03:00:00.000Z');
INSERT INTO contacts (id, name, email, body, created_at) VALUES ('c1', '山田', 'y@example.jp', '質問', '2026-10-17T03:00:00.000Z');
INSERT INTO audit_logs (id, host_id, staff_id, action, target, created_at, resident_id, detail, address, browser, way, network) VALUES ('a1', 'h1', 's1', 'session.started', NULL, '2026-10-17T03:00:00.000Z', NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO delivery_runs (host_id, year_month, outcome, due_at, started_at, reached, finished_at, admins_told_at, content_version) VALUES ('h1', 202609, 'mails', '2026-10-17T03:00:00.000Z', '2026-10-17T03:00:00.000Z', '', NULL, NULL, 0);
INSERT INTO trial_letters (host_id, day, mailbox, letters, to_strangers) VALUES ('h1', '2026-10-17', 'a@example.jp', 1, 0);
INSERT INTO trial_notices (host_id, trial_ends_at, days_before, noted_at) VALUES ('h1', '2026-10-17T03:00:00.000Z', 7, '2026-10-17T03:00:00.000Z');
INSERT INTO letter_notes (host_id, resident_id, year_month, body, version, updated_by, updated_at) VALUES ('h1', 'r1', 202610, 'お元気です。', 1, 's1', '2026-10-17T03:00:00.000Z');
INSERT INTO letter_checks (host_id, resident_id, year_month, checked_at, checked_by, held_back, held_back_at, held_back_by) VALUES ('h1', 'r2', 202610, '2026-10-17T03:00:00.000Z', 's1', '入院中', '2026-10-17T03:00:00.000Z', 's1');
INSERT INTO answers (id, host_id, resident_id, family_id, family_name, relationship, year_month, body, created_at, passed_on_at, passed_on_by, hidden_at) VALUES ('w1', 'h1', 'r1', 'f1', '', '', 202609, 'ありがとうございます。', '2026-10-17T03:00:00.000Z', NULL, NULL, NULL);
INSERT INTO handovers (host_id, family_id, year_month, delivery, done_at, done_by) VALUES ('h1', 'f1', 202609, 'link', '2026-10-17T03:00:00.000Z', 's1');
INSERT INTO staffs (id, host_id, email, name, name_kana, role, password_hash, confirmed_at, last_seen_at, created_at) VALUES ('s1', 'h1', 'a@example.jp', '高橋 恵', 'タカハシ メグミ', 'admin', NULL, NULL, NULL, '2026-10-17T03:00:00.000Z');
INSERT INTO staffs (id, host_id, email, name, name_kana, role, password_hash, confirmed_at, last_seen_at, created_at) VALUES ('s2', 'h1', NULL, '清水 あかり', 'シミズ アカリ', 'general', NULL, NULL, NULL, '2026-10-17T03:00:00.000Z');
INSERT INTO shared_devices (id, host_id, name, token_hash, is_for_all, made_by, last_used_at, expires_at, created_at) VALUES ('d1', 'h1', '2階のスマホ', 'th', 0, 's1', NULL, '2026-10-17T03:00:00.000Z', '2026-10-17T03:00:00.000Z');
INSERT INTO shared_device_people (host_id, device_id, staff_id) VALUES ('h1', 'd1', 's2');
INSERT INTO pins (staff_id, host_id, hash, is_first, expires_at, created_at) VALUES ('s2', 'h1', 'hash', 0, NULL, '2026-10-17T03:00:00.000Z');
INSERT INTO pin_tries (device_id, staff_id, count) VALUES ('d1', 's2', 2);
INSERT INTO troubles (name, since, told_at) VALUES ('disk', '2026-10-17T03:00:00.000Z', NULL);
INSERT INTO leases (name, holder, lease_until, due_at) VALUES ('clean', 'p1', '2026-10-17T03:00:00.000Z', '2026-10-17T03:00:00.000Z');
INSERT INTO one_time_tokens (hash, purpose, host_id, staff_id, email, expires_at, used_at, created_at, by_operator) VALUES ('t1', 'password', 'h1', 's1', 'a@example.jp', '2026-10-17T03:00:00.000Z', NULL, '2026-10-17T03:00:00.000Z', 0);
INSERT INTO one_time_tokens (hash, purpose, host_id, staff_id, email, expires_at, used_at, created_at, by_operator) VALUES ('t2', 'operator', NULL, NULL, '', '2026-10-17T03:00:00.000Z', NULL, '2026-10-17T03:00:00.000Z', 0);
INSERT INTO operators (id, email, password_hash, created_at) VALUES ('o1', 'unei@example.jp', 'hash', '2026-10-17T03:00:00.000Z');
INSERT INTO operator_sessions (id, operator_id, created_at, expires_at, way, confirmed_at, used_at, user_agent, address) VALUES ('os1', 'o1', '2026-10-17T03:00:00.000Z', '2026-10-17T03:00:00.000Z', 'password', NULL, NULL, '', '');
INSERT INTO withheld_pictures (host_id, resident_id, picture) VALUES ('h1', 'r2', 'p2');
INSERT INTO delivery_waits (host_id, family_id, year_month, was_away) VALUES ('h1', 'f1', 202609, 0);
INSERT INTO passkeys (id, host_id, staff_id, operator_id, credential_id, public_key, counter, transports, name, last_used_at, created_at) VALUES ('k1', 'h1', 's1', NULL, 'c', 'p', 0, '[]', 'スマートフォン', NULL, '2026-10-17T03:00:00.000Z');
INSERT INTO second_steps (id, host_id, staff_id, operator_id, secret_sealed, next_sealed, last_counter, created_at) VALUES ('e1', NULL, NULL, 'o1', 'sealed', NULL, 0, '2026-10-17T03:00:00.000Z');
INSERT INTO recovery_codes (hash, host_id, staff_id, operator_id, used_at, created_at) VALUES ('rc1', NULL, NULL, 'o1', NULL, '2026-10-17T03:00:00.000Z');
INSERT INTO remembered_browsers (id, host_id, staff_id, operator_id, token_hash, user_agent, last_used_at, expires_at, created_at) VALUES ('rb1', 'h1', 's1', NULL, 'th2', '', NULL, '2026-10-17T03:00:00.000Z', '2026-10-17T03:00:00.000Z');
INSERT INTO sign_in_tickets (hash, purpose, host_id, staff_id, operator_id, email, tries, expires_at) VALUES ('st1', 'second_step', 'h1', 's1', NULL, NULL, 0, '2026-10-17T03:00:00.000Z');
INSERT INTO line_accounts (host_id, family_id, account, user_id, joined_at) VALUES ('h1', 'f1', 'account', 'U1', '2026-10-17T03:00:00.000Z');
INSERT INTO line_codes (hash, host_id, family_id, account, expires_at, created_at) VALUES ('lc1', 'h1', 'f1', NULL, '2026-10-17T03:00:00.000Z', '2026-10-17T03:00:00.000Z');
INSERT INTO line_events (id, received_at, payload, failures) VALUES ('e1', '2026-10-17T03:00:00.000Z', NULL, 0);
INSERT INTO line_stops (account, stopped_at) VALUES ('account', '2026-10-17T03:00:00.000Z');
INSERT INTO deliveries (host_id, family_id, year_month, account, outbox_id, created_at, state, sent_at, last_error, mailbox) VALUES ('h1', 'f1', 202609, '', NULL, '2026-10-17T03:00:00.000Z', 'queued', NULL, NULL, NULL);
INSERT INTO figures (span, at, kind, version, requests, errors, spread) VALUES ('hour', '2026-10-17T03:00:00.000Z', 'page', '0.2.0', 3, 0, '[]');
INSERT INTO levels (span, at, disk_free, memory, database_bytes, photo_bytes, mail_wait, job_wait) VALUES ('hour', '2026-10-17T03:00:00.000Z', 1, 1, 1, 1, 0, 0);
INSERT INTO error_numbers (number, at, method, route, status, version, problem) VALUES ('1234', '2026-10-17T03:00:00.000Z', 'GET', '/', 500, '0.2.0', NULL);
CREATE TRIGGER items_insert_raises_version
    AFTER INSERT ON items BEGIN UPDATE hosts SET content_version = content_version + 1 WHERE id = NEW.host_id; END;
CREATE TRIGGER items_update_raises_version
    AFTER UPDATE ON items BEGIN UPDATE hosts SET content_version = content_version + 1 WHERE id = NEW.host_id; END;
CREATE TRIGGER items_delete_raises_version
    AFTER DELETE ON items BEGIN UPDATE hosts SET content_version = content_version + 1 WHERE id = OLD.host_id; END;
CREATE TRIGGER letters_insert_raises_version
    AFTER INSERT ON letters BEGIN UPDATE hosts SET content_version = content_version + 1 WHERE id = NEW.host_id; END;
CREATE TRIGGER letters_update_raises_version
    AFTER UPDATE ON letters BEGIN UPDATE hosts SET content_version = content_version + 1 WHERE id = NEW.host_id; END;
CREATE TRIGGER letters_delete_raises_version
    AFTER DELETE ON letters BEGIN UPDATE hosts SET content_version = content_version + 1 WHERE id = OLD.host_id; END;
CREATE TRIGGER residents_insert_raises_version
    AFTER INSERT ON residents BEGIN UPDATE hosts SET content_version = content_version + 1 WHERE id = NEW.host_id; END;
CREATE TRIGGER residents_delete_raises_version
    AFTER DELETE ON residents BEGIN UPDATE hosts SET content_version = content_version + 1 WHERE id = OLD.host_id; END;
CREATE TRIGGER families_insert_raises_version
    AFTER INSERT ON families BEGIN UPDATE hosts SET content_version = content_version + 1 WHERE id = NEW.host_id; END;
CREATE TRIGGER families_update_raises_version
    AFTER UPDATE ON families BEGIN UPDATE hosts SET content_version = content_version + 1 WHERE id = NEW.host_id; END;
CREATE TRIGGER families_delete_raises_version
    AFTER DELETE ON families BEGIN UPDATE hosts SET content_version = content_version + 1 WHERE id = OLD.host_id; END;
CREATE TRIGGER delivery_settings_insert_raises_version
    AFTER INSERT ON delivery_settings BEGIN UPDATE hosts SET content_version = content_version + 1 WHERE id = NEW.host_id; END;
CREATE TRIGGER delivery_settings_update_raises_version
    AFTER UPDATE ON delivery_settings BEGIN UPDATE hosts SET content_version = content_version + 1 WHERE id = NEW.host_id; END;
CREATE TRIGGER delivery_settings_delete_raises_version
    AFTER DELETE ON delivery_settings BEGIN UPDATE hosts SET content_version = content_version + 1 WHERE id = OLD.host_id; END;
CREATE TRIGGER hosts_update_raises_version
  AFTER UPDATE OF name, phone, pref, city, town, street ON hosts BEGIN UPDATE hosts SET content_version = content_version + 1 WHERE id = NEW.id; END;
CREATE TRIGGER blobs_state_raises_version
  AFTER UPDATE OF state ON blobs BEGIN UPDATE hosts SET content_version = content_version + 1 WHERE id = NEW.host_id; END;
CREATE TRIGGER blob_files_insert_counts_bytes AFTER INSERT ON blob_files
    BEGIN UPDATE hosts SET stored_bytes = stored_bytes + NEW.byte_size WHERE id = NEW.host_id; END;
CREATE TRIGGER blob_files_update_counts_bytes AFTER UPDATE ON blob_files
    BEGIN UPDATE hosts SET stored_bytes = stored_bytes - OLD.byte_size WHERE id = OLD.host_id; UPDATE hosts SET stored_bytes = stored_bytes + NEW.byte_size WHERE id = NEW.host_id; END;
CREATE TRIGGER blob_files_delete_counts_bytes AFTER DELETE ON blob_files
    BEGIN UPDATE hosts SET stored_bytes = stored_bytes - OLD.byte_size WHERE id = OLD.host_id; END;
CREATE TRIGGER residents_update_raises_version
    AFTER UPDATE ON residents BEGIN
      UPDATE hosts SET content_version = content_version + 1 WHERE id = NEW.host_id;
    END;
CREATE TRIGGER letter_notes_insert_raises_version AFTER INSERT ON letter_notes BEGIN UPDATE hosts SET content_version = content_version + 1 WHERE id = NEW.host_id; END;
CREATE TRIGGER letter_notes_update_raises_version
    AFTER UPDATE OF body ON letter_notes BEGIN UPDATE hosts SET content_version = content_version + 1 WHERE id = NEW.host_id; END;
CREATE TRIGGER letter_notes_delete_raises_version AFTER DELETE ON letter_notes BEGIN UPDATE hosts SET content_version = content_version + 1 WHERE id = OLD.host_id; END;
CREATE TRIGGER letter_checks_insert_raises_version AFTER INSERT ON letter_checks
    WHEN NEW.held_back IS NOT NULL BEGIN UPDATE hosts SET content_version = content_version + 1 WHERE id = NEW.host_id; END;
CREATE TRIGGER letter_checks_update_raises_version AFTER UPDATE OF held_back ON letter_checks
    WHEN NEW.held_back IS NOT OLD.held_back BEGIN UPDATE hosts SET content_version = content_version + 1 WHERE id = NEW.host_id; END;
CREATE TRIGGER letter_checks_delete_raises_version AFTER DELETE ON letter_checks
    WHEN OLD.held_back IS NOT NULL BEGIN UPDATE hosts SET content_version = content_version + 1 WHERE id = OLD.host_id; END;
CREATE TRIGGER families_delete_leaves_answers BEFORE DELETE ON families BEGIN
    UPDATE answers
      SET family_id = NULL, family_name = OLD.name, relationship = OLD.relationship
      WHERE host_id = OLD.host_id AND family_id = OLD.id;
  END;
CREATE TRIGGER items_insert_withholds
    AFTER INSERT ON items WHEN NEW.deleted_at IS NULL
    BEGIN
      INSERT INTO withheld_pictures (host_id, resident_id, picture) SELECT NEW.host_id, id, NEW.picture FROM residents
        WHERE host_id = NEW.host_id AND id = NEW.resident_id AND photos_hidden = 1
        ON CONFLICT DO NOTHING;
      UPDATE blobs SET withheld = EXISTS (
  SELECT 1 FROM withheld_pictures AS waiting
  WHERE waiting.host_id = NEW.host_id AND waiting.picture = NEW.picture) WHERE id = NEW.blob_id AND withheld <> EXISTS (
  SELECT 1 FROM withheld_pictures AS waiting
  WHERE waiting.host_id = NEW.host_id AND waiting.picture = NEW.picture);
    END;
CREATE TRIGGER items_update_withholds
    AFTER UPDATE OF blob_id, resident_id, deleted_at ON items WHEN NEW.deleted_at IS NULL
    BEGIN
      INSERT INTO withheld_pictures (host_id, resident_id, picture) SELECT NEW.host_id, id, NEW.picture FROM residents
        WHERE host_id = NEW.host_id AND id = NEW.resident_id AND photos_hidden = 1
        ON CONFLICT DO NOTHING;
      UPDATE blobs SET withheld = EXISTS (
  SELECT 1 FROM withheld_pictures AS waiting
  WHERE waiting.host_id = NEW.host_id AND waiting.picture = NEW.picture) WHERE id = NEW.blob_id AND withheld <> EXISTS (
  SELECT 1 FROM withheld_pictures AS waiting
  WHERE waiting.host_id = NEW.host_id AND waiting.picture = NEW.picture);
    END;
CREATE TRIGGER residents_update_withholds AFTER UPDATE OF photos_hidden ON residents
    WHEN NEW.photos_hidden <> OLD.photos_hidden
    BEGIN
      DELETE FROM withheld_pictures
        WHERE NEW.photos_hidden = 0 AND host_id = NEW.host_id AND resident_id = NEW.id;
      INSERT INTO withheld_pictures (host_id, resident_id, picture) SELECT host_id, resident_id, picture FROM items
        WHERE NEW.photos_hidden = 1 AND host_id = NEW.host_id AND resident_id = NEW.id
          AND deleted_at IS NULL
        ON CONFLICT DO NOTHING;
    END;
CREATE TRIGGER withheld_pictures_insert_withholds AFTER INSERT ON withheld_pictures
    BEGIN UPDATE blobs SET withheld = EXISTS (
  SELECT 1 FROM withheld_pictures AS waiting
  WHERE waiting.host_id = NEW.host_id AND waiting.picture = NEW.picture) WHERE id IN (SELECT blob_id FROM items
        WHERE host_id = NEW.host_id AND picture = NEW.picture AND deleted_at IS NULL) AND withheld <> EXISTS (
  SELECT 1 FROM withheld_pictures AS waiting
  WHERE waiting.host_id = NEW.host_id AND waiting.picture = NEW.picture); END;
CREATE TRIGGER withheld_pictures_delete_withholds AFTER DELETE ON withheld_pictures
    BEGIN UPDATE blobs SET withheld = EXISTS (
  SELECT 1 FROM withheld_pictures AS waiting
  WHERE waiting.host_id = OLD.host_id AND waiting.picture = OLD.picture) WHERE id IN (SELECT blob_id FROM items
        WHERE host_id = OLD.host_id AND picture = OLD.picture AND deleted_at IS NULL) AND withheld <> EXISTS (
  SELECT 1 FROM withheld_pictures AS waiting
  WHERE waiting.host_id = OLD.host_id AND waiting.picture = OLD.picture); END;
CREATE TRIGGER outbox_update_tells_delivery
    AFTER UPDATE OF state, sent_at, last_error ON outbox WHEN NEW.kind = 'delivery'
    BEGIN
      UPDATE deliveries
        SET state = NEW.state,
          sent_at = coalesce(NEW.sent_at, sent_at),
          last_error = NEW.last_error
        WHERE outbox_id = NEW.id AND host_id = NEW.host_id;
    END;
