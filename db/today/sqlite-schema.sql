-- Made by `npm run schema` from db/migrations, to be read.

CREATE TABLE address_links (
  hash TEXT PRIMARY KEY,
  host_id TEXT NOT NULL,
  family_id TEXT NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('new', 'former')),
  email TEXT NOT NULL,
  state TEXT NOT NULL,
  mailbox_number INTEGER NOT NULL DEFAULT 0,
  expires_at TEXT NOT NULL,
  ended_at TEXT,
  FOREIGN KEY (host_id, family_id) REFERENCES families (host_id, id) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;
CREATE INDEX address_links_expiry ON address_links (expires_at);
CREATE INDEX address_links_of_family ON address_links (host_id, family_id);

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
  reply TEXT NOT NULL DEFAULT '',
  replied_at TEXT,
  replied_by TEXT REFERENCES staffs (id) ON DELETE SET NULL,
  told_way TEXT CHECK (told_way IN ('email', 'line')),
  UNIQUE (host_id, id),
  UNIQUE (host_id, family_id, resident_id, year_month, body),
  FOREIGN KEY (host_id, resident_id) REFERENCES residents (host_id, id) ON DELETE CASCADE,
  FOREIGN KEY (host_id, family_id) REFERENCES families (host_id, id)
) STRICT;
CREATE INDEX answers_by_month ON answers (host_id, year_month, created_at);
CREATE INDEX answers_new ON answers (host_id, created_at) WHERE passed_on_at IS NULL AND hidden_at IS NULL;
CREATE INDEX answers_passed_on_by ON answers (passed_on_by);
CREATE INDEX answers_replied_by ON answers (replied_by);
CREATE INDEX answers_resident ON answers (host_id, resident_id);

CREATE TABLE applications (
  id TEXT NOT NULL PRIMARY KEY,
  host_id TEXT NOT NULL,
  resident_id TEXT NOT NULL,
  token_hash TEXT NOT NULL UNIQUE,
  resident_name TEXT NOT NULL,
  name TEXT NOT NULL,
  relationship TEXT NOT NULL DEFAULT '',
  delivery TEXT NOT NULL CHECK (delivery IN ('email', 'line', 'link', 'print')),
  email TEXT,
  postcode TEXT,
  pref TEXT NOT NULL DEFAULT '',
  city TEXT NOT NULL DEFAULT '',
  town TEXT NOT NULL DEFAULT '',
  street TEXT NOT NULL DEFAULT '',
  answer TEXT CHECK (answer IN ('all', 'own', 'none')),
  wording INTEGER NOT NULL,
  proved_at TEXT,
  created_at TEXT NOT NULL,
  decided_at TEXT,
  decided_by TEXT REFERENCES staffs (id) ON DELETE SET NULL,
  reason TEXT,
  family_id TEXT REFERENCES families (id) ON DELETE CASCADE,
  link_number INTEGER,
  FOREIGN KEY (host_id, resident_id) REFERENCES residents (host_id, id) ON DELETE CASCADE
) STRICT;
CREATE INDEX applications_by_staff ON applications (decided_by) WHERE decided_by IS NOT NULL;
CREATE INDEX applications_of_family ON applications (family_id) WHERE family_id IS NOT NULL;
CREATE INDEX applications_of_resident ON applications (host_id, resident_id);
CREATE INDEX applications_over ON applications (coalesce(decided_at, created_at)) WHERE family_id IS NULL;
CREATE INDEX applications_waiting ON applications (host_id, created_at) WHERE decided_at IS NULL;

CREATE TABLE audit_logs (
  id TEXT PRIMARY KEY,
  host_id TEXT REFERENCES hosts (id) ON DELETE CASCADE,
  staff_id TEXT,
  action TEXT NOT NULL,
  target TEXT,
  created_at TEXT NOT NULL,
  resident_id TEXT,
  detail TEXT,
  address TEXT,
  browser TEXT,
  way TEXT,
  network TEXT
) STRICT;
CREATE INDEX audit_logs_addressed ON audit_logs (created_at) WHERE address IS NOT NULL;
CREATE INDEX audit_logs_host ON audit_logs (host_id, created_at);

CREATE TABLE blob_files (
  blob_id TEXT NOT NULL,
  name TEXT NOT NULL,
  host_id TEXT NOT NULL,
  byte_size INTEGER NOT NULL,
  sha256 TEXT NOT NULL,
  PRIMARY KEY (blob_id, name),
  FOREIGN KEY (host_id, blob_id) REFERENCES blobs (host_id, id) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;

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
  slot_expires_at TEXT NOT NULL,
  withheld INTEGER NOT NULL DEFAULT 0 CHECK (withheld IN (0, 1)),
  only_for TEXT,
  UNIQUE (host_id, id)
) STRICT;
CREATE INDEX blobs_created_by ON blobs (created_by);
CREATE INDEX blobs_on_disk ON blobs (host_id, state, byte_size) WHERE state <> 'ready';
CREATE INDEX blobs_unfinished ON blobs (state, created_at) WHERE state <> 'ready';

CREATE TABLE consents (
  id TEXT NOT NULL PRIMARY KEY,
  host_id TEXT NOT NULL,
  resident_id TEXT NOT NULL,
  answer TEXT NOT NULL CHECK (answer IN ('all', 'own', 'none')),
  given_by TEXT CHECK (given_by IN ('person', 'relative', 'guardian')),
  by_name TEXT NOT NULL DEFAULT '',
  relationship TEXT NOT NULL DEFAULT '',
  answered_on TEXT,
  way TEXT CHECK (way IN ('paper', 'spoken', 'page')),
  wording INTEGER,
  note TEXT NOT NULL DEFAULT '',
  family_id TEXT REFERENCES families (id) ON DELETE SET NULL,
  recorded_by TEXT REFERENCES staffs (id) ON DELETE SET NULL,
  created_at TEXT NOT NULL,
  confirmed_at TEXT,
  link_number INTEGER,
  FOREIGN KEY (host_id, resident_id) REFERENCES residents (host_id, id) ON DELETE CASCADE
) STRICT;
CREATE INDEX consents_by_staff ON consents (recorded_by) WHERE recorded_by IS NOT NULL;
CREATE INDEX consents_of_family ON consents (family_id) WHERE family_id IS NOT NULL;
CREATE INDEX consents_of_resident ON consents (host_id, resident_id, created_at);
CREATE INDEX consents_waiting ON consents (host_id) WHERE confirmed_at IS NULL;

CREATE TABLE contacts (
  id TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  email TEXT NOT NULL,
  body TEXT NOT NULL,
  created_at TEXT NOT NULL
) STRICT;

CREATE TABLE deliveries (
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
  returned_at TEXT,
  returned TEXT CHECK (returned IN ('hard', 'soft', 'ours', 'complaint', 'unclear', 'forwarded')),
  PRIMARY KEY (host_id, family_id, year_month, account),
  FOREIGN KEY (host_id, family_id) REFERENCES families (host_id, id) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;
CREATE INDEX deliveries_mailbox ON deliveries (host_id, mailbox) WHERE mailbox IS NOT NULL;
CREATE INDEX deliveries_month ON deliveries (host_id, year_month, state);
CREATE INDEX deliveries_outbox ON deliveries (outbox_id);

CREATE TABLE delivery_runs (
  host_id TEXT NOT NULL REFERENCES hosts (id) ON DELETE CASCADE,
  year_month INTEGER NOT NULL CHECK (year_month % 100 BETWEEN 1 AND 12),
  outcome TEXT NOT NULL CHECK (outcome IN ('mails', 'off', 'inactive')),
  due_at TEXT NOT NULL,
  started_at TEXT NOT NULL,
  reached TEXT NOT NULL DEFAULT '',
  finished_at TEXT,
  admins_told_at TEXT,
  content_version INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (host_id, year_month)
) STRICT, WITHOUT ROWID;

CREATE TABLE delivery_settings (
  host_id TEXT PRIMARY KEY REFERENCES hosts (id) ON DELETE CASCADE,
  mail_enabled INTEGER NOT NULL DEFAULT 1 CHECK (mail_enabled IN (0, 1)),
  hour INTEGER NOT NULL DEFAULT 9 CHECK (hour BETWEEN 0 AND 23),
  sender_name TEXT NOT NULL DEFAULT '',
  signature TEXT NOT NULL DEFAULT '',
  early_look INTEGER NOT NULL DEFAULT 0 CHECK (early_look IN (0, 1)),
  takes_answers INTEGER NOT NULL DEFAULT 1 CHECK (takes_answers IN (0, 1))
) STRICT;

CREATE TABLE delivery_waits (
  host_id TEXT NOT NULL,
  family_id TEXT NOT NULL,
  year_month INTEGER NOT NULL,
  was_away INTEGER NOT NULL CHECK (was_away IN (0, 1)),
  PRIMARY KEY (host_id, family_id, year_month),
  FOREIGN KEY (host_id, family_id) REFERENCES families (host_id, id) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;

CREATE TABLE ended_facilities (
  id TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  ended_on TEXT NOT NULL,
  deleted_at TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE ended_links (
  hash TEXT PRIMARY KEY,
  ended_facility_id TEXT NOT NULL REFERENCES ended_facilities (id) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;
CREATE INDEX ended_links_of_facility ON ended_links (ended_facility_id);

CREATE TABLE ending_tellings (
  host_id TEXT NOT NULL,
  family_id TEXT NOT NULL,
  account TEXT NOT NULL DEFAULT '',
  ends_on TEXT,
  told_before TEXT,
  set_at TEXT NOT NULL,
  outbox_id TEXT,
  state TEXT NOT NULL CHECK (state IN ('queued', 'sent', 'hand')),
  sent_at TEXT,
  done_at TEXT,
  done_by TEXT REFERENCES staffs (id) ON DELETE SET NULL,
  is_restored INTEGER NOT NULL DEFAULT 0 CHECK (is_restored IN (0, 1)),
  PRIMARY KEY (host_id, family_id, account),
  FOREIGN KEY (host_id, family_id) REFERENCES families (host_id, id) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;
CREATE INDEX ending_tellings_done_by ON ending_tellings (done_by);

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

CREATE TABLE facility_endings (
  host_id TEXT PRIMARY KEY REFERENCES hosts (id) ON DELETE CASCADE,
  ends_on TEXT NOT NULL,
  words TEXT NOT NULL DEFAULT '',
  asked_by TEXT NOT NULL CHECK (asked_by IN ('facility', 'operator')),
  created_at TEXT NOT NULL,
  days_given INTEGER NOT NULL DEFAULT 0,
  counted_on TEXT,
  own_ends_on TEXT,
  own_words TEXT NOT NULL DEFAULT ''
) STRICT, WITHOUT ROWID;

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
  created_at TEXT NOT NULL,
  renewed_at TEXT,
  link_number INTEGER,
  by_line INTEGER NOT NULL DEFAULT 0 CHECK (by_line IN (0, 1)),
  also_by_mail INTEGER NOT NULL DEFAULT 0 CHECK (also_by_mail IN (0, 1)),
  mailbox_number INTEGER,
  email_since TEXT,
  paused_until INTEGER,
  stopped_at TEXT,
  email_proved_at TEXT,
  returned_at TEXT,
  returned_kind TEXT CHECK (returned_kind IN ('hard', 'soft', 'complaint')),
  returned_words TEXT,
  email_checked_at TEXT,
  phone TEXT NOT NULL DEFAULT '',
  UNIQUE (host_id, id),
  FOREIGN KEY (host_id, resident_id) REFERENCES residents (host_id, id) ON DELETE CASCADE
) STRICT;
CREATE INDEX families_email ON families (host_id, email) WHERE email IS NOT NULL;
CREATE INDEX families_resident ON families (host_id, resident_id);
CREATE INDEX families_returned ON families (host_id, email) WHERE returned_at IS NOT NULL;

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
  created_at TEXT NOT NULL,
  stored_bytes INTEGER NOT NULL DEFAULT 0,
  continued_at TEXT,
  asks_second_step TEXT NOT NULL DEFAULT 'nobody' CHECK (asks_second_step IN ('nobody', 'admins', 'everybody')),
  second_step_answered_at TEXT,
  asks_consent_again INTEGER NOT NULL DEFAULT 1 CHECK (asks_consent_again IN (0, 1)),
  confirmed_at TEXT,
  first_steps_closed_at TEXT,
  own_letter_at TEXT
) STRICT;

CREATE TABLE invitations (
  host_id TEXT PRIMARY KEY REFERENCES hosts (id) ON DELETE CASCADE,
  token_hash TEXT NOT NULL UNIQUE,
  token_sealed TEXT NOT NULL,
  expires_at TEXT NOT NULL,
  created_at TEXT NOT NULL
) STRICT;

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
  deleted_at TEXT,
  held INTEGER NOT NULL DEFAULT 0 CHECK (held IN (0, 1)),
  left_out INTEGER NOT NULL DEFAULT 0 CHECK (left_out IN (0, 1)),
  position INTEGER NOT NULL DEFAULT 0 CHECK (position <= 0),
  left_out_for TEXT NOT NULL DEFAULT '',
  UNIQUE (host_id, id),
  FOREIGN KEY (host_id, resident_id) REFERENCES residents (host_id, id),
  FOREIGN KEY (host_id, blob_id) REFERENCES blobs (host_id, id)
) STRICT;
CREATE INDEX items_by_blob ON items (host_id, blob_id, taken_on, id, deleted_at);
CREATE INDEX items_by_date ON items (host_id, taken_on, position, created_at, id, deleted_at, held, left_out, blob_id) WHERE deleted_at IS NULL;
CREATE INDEX items_by_resident ON items (host_id, resident_id, taken_on, position, created_at, id, deleted_at, held, left_out) WHERE deleted_at IS NULL;
CREATE INDEX items_created_by ON items (created_by);
CREATE INDEX items_deleted ON items (deleted_at) WHERE deleted_at IS NOT NULL;
CREATE INDEX items_held ON items (host_id, taken_on, created_at, id) WHERE held = 1 AND deleted_at IS NULL;
CREATE INDEX items_left_out_by_rule ON items (host_id, taken_on, created_at, id) WHERE left_out_for <> '';
CREATE UNIQUE INDEX items_picture ON items (host_id, picture, coalesce(resident_id, '')) WHERE deleted_at IS NULL;
CREATE UNIQUE INDEX items_upload ON items (blob_id) WHERE is_upload = 1;

CREATE TABLE jobs (
  id TEXT PRIMARY KEY,
  host_id TEXT REFERENCES hosts (id) ON DELETE CASCADE,
  kind TEXT NOT NULL,
  payload TEXT NOT NULL,
  state TEXT NOT NULL DEFAULT 'queued' CHECK (state IN ('queued', 'running', 'failed')),
  attempts INTEGER NOT NULL DEFAULT 0,
  run_at TEXT NOT NULL,
  last_error TEXT,
  created_at TEXT NOT NULL,
  given_up INTEGER NOT NULL DEFAULT 0 CHECK (given_up IN (0, 1)),
  failures INTEGER NOT NULL DEFAULT 0,
  holder TEXT,
  lease_until TEXT,
  UNIQUE (kind, payload)
) STRICT;
CREATE INDEX jobs_due ON jobs (run_at) WHERE state = 'queued';
CREATE INDEX jobs_host ON jobs (host_id, state);
CREATE INDEX jobs_turns ON jobs (host_id, run_at) WHERE state = 'queued';

CREATE TABLE leases (
  name TEXT PRIMARY KEY,
  holder TEXT NOT NULL,
  lease_until TEXT NOT NULL,
  due_at TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE legal_texts (
  page TEXT PRIMARY KEY,
  sha256 TEXT NOT NULL,
  since TEXT NOT NULL
) STRICT, WITHOUT ROWID;

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
CREATE INDEX letter_checks_checked_by ON letter_checks (checked_by);
CREATE INDEX letter_checks_held_back_by ON letter_checks (held_back_by);
CREATE INDEX letter_checks_month ON letter_checks (host_id, year_month);

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

CREATE TABLE letter_reads (
  host_id TEXT NOT NULL,
  family_id TEXT NOT NULL,
  year_month INTEGER NOT NULL,
  seen_at TEXT NOT NULL,
  stamp TEXT,
  answers INTEGER NOT NULL DEFAULT 0,
  replies INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (host_id, family_id, year_month),
  FOREIGN KEY (host_id, family_id) REFERENCES families (host_id, id) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;
CREATE INDEX letter_reads_month ON letter_reads (host_id, year_month);
CREATE INDEX letter_reads_seen ON letter_reads (host_id, family_id, seen_at);

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

CREATE TABLE line_accounts (
  host_id TEXT NOT NULL,
  family_id TEXT NOT NULL,
  account TEXT NOT NULL,
  user_id TEXT NOT NULL,
  joined_at TEXT NOT NULL,
  name TEXT NOT NULL DEFAULT '',
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
  link TEXT,
  sealed TEXT,
  CHECK ((host_id IS NULL) = (family_id IS NULL)),
  FOREIGN KEY (host_id, family_id) REFERENCES families (host_id, id) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;
CREATE INDEX line_codes_expiry ON line_codes (expires_at);
CREATE INDEX line_codes_family ON line_codes (host_id, family_id);

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

CREATE TABLE mailbox_readings (
  mailbox TEXT PRIMARY KEY,
  read_at TEXT NOT NULL,
  good_at TEXT,
  trouble TEXT CHECK (trouble IN ('away', 'login', 'insecure', 'folder', 'other')),
  unclear INTEGER NOT NULL DEFAULT 0,
  last_mail_id TEXT
) STRICT, WITHOUT ROWID;

CREATE TABLE one_time_tokens (
  hash TEXT PRIMARY KEY,
  purpose TEXT NOT NULL CHECK (purpose IN ('host_sign_up', 'staff_sign_up', 'password', 'email', 'operator')),
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

CREATE TABLE operator_sessions (
  id TEXT PRIMARY KEY,
  operator_id TEXT NOT NULL REFERENCES operators (id) ON DELETE CASCADE,
  created_at TEXT NOT NULL,
  expires_at TEXT NOT NULL,
  way TEXT NOT NULL DEFAULT 'password',
  confirmed_at TEXT,
  used_at TEXT,
  user_agent TEXT NOT NULL DEFAULT '',
  address TEXT NOT NULL DEFAULT ''
) STRICT;
CREATE INDEX operator_sessions_operator ON operator_sessions (operator_id);

CREATE TABLE operators (
  id TEXT PRIMARY KEY,
  email TEXT NOT NULL UNIQUE CHECK (email = lower(email)),
  password_hash TEXT NOT NULL,
  created_at TEXT NOT NULL
) STRICT;

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
  created_at TEXT NOT NULL,
  reply_to TEXT,
  is_urgent INTEGER NOT NULL DEFAULT 0 CHECK (is_urgent IN (0, 1)),
  queue TEXT GENERATED ALWAYS AS (coalesce(host_id, '')) VIRTUAL,
  failures INTEGER NOT NULL DEFAULT 0,
  stopped INTEGER NOT NULL DEFAULT 0 CHECK (stopped IN (0, 1)),
  holder TEXT,
  channel TEXT NOT NULL DEFAULT 'mail' CHECK (channel IN ('mail', 'line')),
  tried_at TEXT,
  content TEXT NOT NULL DEFAULT '',
  fault TEXT CHECK (fault IN ('address', 'mailbox', 'way')),
  refusal TEXT,
  refused_at TEXT,
  returned_at TEXT,
  returned_words TEXT,
  returned TEXT CHECK (returned IN ('hard', 'soft', 'ours', 'complaint', 'unclear', 'forwarded'))
) STRICT;
CREATE INDEX outbox_counts ON outbox (host_id, state, stopped);
CREATE INDEX outbox_given_up ON outbox (created_at) WHERE state = 'failed' OR stopped = 1;
CREATE INDEX outbox_refused ON outbox (refusal, refused_at) WHERE refusal IS NOT NULL;
CREATE INDEX outbox_returned ON outbox (returned, returned_at) WHERE returned IS NOT NULL;
CREATE INDEX outbox_sent ON outbox (sent_at) WHERE state = 'sent';
CREATE INDEX outbox_turns ON outbox (channel, is_urgent, queue, next_attempt_at, id) WHERE state = 'queued' AND stopped = 0;

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
CREATE INDEX passkeys_operator ON passkeys (operator_id) WHERE operator_id IS NOT NULL;
CREATE INDEX passkeys_staff ON passkeys (host_id, staff_id) WHERE staff_id IS NOT NULL;

CREATE TABLE picture_people (
  host_id TEXT NOT NULL,
  picture TEXT NOT NULL,
  resident_id TEXT NOT NULL,
  PRIMARY KEY (host_id, picture, resident_id),
  FOREIGN KEY (host_id, resident_id) REFERENCES residents (host_id, id) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;
CREATE INDEX picture_people_resident ON picture_people (host_id, resident_id);

CREATE TABLE pin_tries (
  device_id TEXT NOT NULL REFERENCES shared_devices (id) ON DELETE CASCADE,
  staff_id TEXT NOT NULL,
  count INTEGER NOT NULL,
  PRIMARY KEY (device_id, staff_id)
) STRICT;
CREATE INDEX pin_tries_staff ON pin_tries (staff_id);

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

CREATE TABLE rate_limits (
  key TEXT PRIMARY KEY,
  count INTEGER NOT NULL,
  resets_at TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX rate_limits_expiry ON rate_limits (resets_at);

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
CREATE INDEX recovery_codes_operator ON recovery_codes (operator_id) WHERE operator_id IS NOT NULL;
CREATE INDEX recovery_codes_staff ON recovery_codes (host_id, staff_id) WHERE staff_id IS NOT NULL;

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
CREATE INDEX remembered_browsers_operator ON remembered_browsers (operator_id) WHERE operator_id IS NOT NULL;
CREATE INDEX remembered_browsers_staff ON remembered_browsers (host_id, staff_id) WHERE staff_id IS NOT NULL;

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
  created_at TEXT NOT NULL,
  photo_consent INTEGER CHECK (photo_consent IN (0, 1)),
  away_since TEXT,
  died_on TEXT,
  letters_end TEXT CHECK ((letters_end IS NULL) = (died_on IS NULL)),
  last_letter INTEGER NOT NULL DEFAULT 0 CHECK (last_letter = 0 OR (last_letter = 1 AND letters_end IS NOT NULL)),
  last_words TEXT NOT NULL DEFAULT '',
  photo_consent_extent TEXT NOT NULL DEFAULT 'all' CHECK (photo_consent_extent IN ('own', 'all')),
  own_wish TEXT NOT NULL DEFAULT '',
  has_no_family INTEGER NOT NULL DEFAULT 0 CHECK (has_no_family IN (0, 1)),
  waiting_consent TEXT CHECK (waiting_consent IN ('own', 'none')),
  UNIQUE (host_id, id)
) STRICT;

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
CREATE INDEX second_steps_operator ON second_steps (operator_id) WHERE operator_id IS NOT NULL;
CREATE INDEX second_steps_staff ON second_steps (host_id, staff_id) WHERE staff_id IS NOT NULL;

CREATE TABLE sessions (
  id TEXT PRIMARY KEY,
  staff_id TEXT NOT NULL,
  host_id TEXT NOT NULL,
  created_at TEXT NOT NULL,
  expires_at TEXT NOT NULL,
  generation INTEGER NOT NULL DEFAULT 0,
  rotated_at TEXT,
  user_agent TEXT NOT NULL DEFAULT '',
  device_id TEXT REFERENCES shared_devices (id) ON DELETE CASCADE,
  by_pin INTEGER NOT NULL DEFAULT 0 CHECK (by_pin IN (0, 1)),
  used_at TEXT,
  way TEXT NOT NULL DEFAULT 'password',
  confirmed_at TEXT,
  address TEXT NOT NULL DEFAULT '',
  FOREIGN KEY (host_id, staff_id) REFERENCES staffs (host_id, id) ON DELETE CASCADE
) STRICT;
CREATE INDEX sessions_device ON sessions (device_id) WHERE device_id IS NOT NULL;
CREATE INDEX sessions_expiry ON sessions (expires_at);
CREATE INDEX sessions_staff ON sessions (host_id, staff_id);

CREATE TABLE shared_device_people (
  host_id TEXT NOT NULL,
  device_id TEXT NOT NULL,
  staff_id TEXT NOT NULL,
  PRIMARY KEY (device_id, staff_id),
  FOREIGN KEY (host_id, device_id) REFERENCES shared_devices (host_id, id) ON DELETE CASCADE,
  FOREIGN KEY (host_id, staff_id) REFERENCES staffs (host_id, id) ON DELETE CASCADE
) STRICT;
CREATE INDEX shared_device_people_staff ON shared_device_people (host_id, staff_id);

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

CREATE TABLE sheets (
  host_id TEXT NOT NULL,
  resident_id TEXT NOT NULL,
  code_hash TEXT NOT NULL UNIQUE,
  code_sealed TEXT NOT NULL,
  expires_at TEXT NOT NULL,
  created_at TEXT NOT NULL,
  PRIMARY KEY (host_id, resident_id),
  FOREIGN KEY (host_id, resident_id) REFERENCES residents (host_id, id) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;

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
CREATE INDEX sign_in_tickets_expiry ON sign_in_tickets (expires_at);
CREATE INDEX sign_in_tickets_operator ON sign_in_tickets (operator_id) WHERE operator_id IS NOT NULL;
CREATE INDEX sign_in_tickets_staff ON sign_in_tickets (host_id, staff_id) WHERE staff_id IS NOT NULL;

CREATE TABLE staffs (
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

CREATE TABLE trial_letters (
  host_id TEXT NOT NULL REFERENCES hosts (id) ON DELETE CASCADE,
  day TEXT NOT NULL,
  mailbox TEXT NOT NULL,
  letters INTEGER NOT NULL,
  to_strangers INTEGER NOT NULL,
  PRIMARY KEY (host_id, day, mailbox)
) STRICT, WITHOUT ROWID;

CREATE TABLE trial_notices (
  host_id TEXT NOT NULL REFERENCES hosts (id) ON DELETE CASCADE,
  trial_ends_at TEXT NOT NULL,
  days_before INTEGER NOT NULL,
  noted_at TEXT NOT NULL,
  PRIMARY KEY (host_id, trial_ends_at, days_before)
) STRICT, WITHOUT ROWID;

CREATE TABLE troubles (
  name TEXT PRIMARY KEY,
  since TEXT,
  told_at TEXT
) STRICT, WITHOUT ROWID;

CREATE TABLE withheld_pictures (
  host_id TEXT NOT NULL,
  resident_id TEXT NOT NULL,
  picture TEXT NOT NULL,
  reach TEXT NOT NULL DEFAULT 'everybody' CHECK (reach IN ('everybody', 'others')),
  asks INTEGER NOT NULL DEFAULT 1 CHECK (asks IN (0, 1)),
  waits INTEGER NOT NULL DEFAULT 0 CHECK (waits IN (0, 1)),
  PRIMARY KEY (host_id, resident_id, picture, waits, reach),
  FOREIGN KEY (host_id, resident_id) REFERENCES residents (host_id, id) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;
CREATE INDEX withheld_pictures_picture ON withheld_pictures (host_id, picture, reach, asks);
