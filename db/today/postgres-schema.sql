-- Made by `npm run schema` from db/migrations, to be read.

CREATE TABLE address_links (
  hash text COLLATE "C" NOT NULL,
  host_id text COLLATE "C" NOT NULL,
  family_id text COLLATE "C" NOT NULL,
  kind text COLLATE "C" NOT NULL,
  email text COLLATE "C" NOT NULL,
  state text COLLATE "C" NOT NULL,
  mailbox_number bigint NOT NULL DEFAULT 0,
  expires_at text COLLATE "C" NOT NULL,
  ended_at text COLLATE "C",
  CONSTRAINT address_links_pkey PRIMARY KEY (hash),
  CONSTRAINT address_links_host_id_family_id_fkey FOREIGN KEY (host_id, family_id) REFERENCES families(host_id, id) ON DELETE CASCADE,
  CONSTRAINT address_links_kind_check CHECK (kind = ANY (ARRAY['new'::text, 'former'::text]))
);
CREATE INDEX address_links_expiry ON address_links USING btree (expires_at);
CREATE INDEX address_links_of_family ON address_links USING btree (host_id, family_id);

CREATE TABLE answers (
  id text COLLATE "C" NOT NULL,
  host_id text COLLATE "C" NOT NULL,
  resident_id text COLLATE "C" NOT NULL,
  family_id text COLLATE "C",
  family_name text COLLATE "C" NOT NULL DEFAULT ''::text,
  relationship text COLLATE "C" NOT NULL DEFAULT ''::text,
  year_month bigint NOT NULL,
  body text COLLATE "C" NOT NULL,
  created_at text COLLATE "C" NOT NULL,
  passed_on_at text COLLATE "C",
  passed_on_by text COLLATE "C",
  hidden_at text COLLATE "C",
  reply text COLLATE "C" NOT NULL DEFAULT ''::text,
  replied_at text COLLATE "C",
  replied_by text COLLATE "C",
  told_way text COLLATE "C",
  CONSTRAINT answers_pkey PRIMARY KEY (id),
  CONSTRAINT answers_host_id_family_id_resident_id_year_month_body_key UNIQUE (host_id, family_id, resident_id, year_month, body),
  CONSTRAINT answers_host_id_id_key UNIQUE (host_id, id),
  CONSTRAINT answers_host_id_family_id_fkey FOREIGN KEY (host_id, family_id) REFERENCES families(host_id, id),
  CONSTRAINT answers_host_id_resident_id_fkey FOREIGN KEY (host_id, resident_id) REFERENCES residents(host_id, id) ON DELETE CASCADE,
  CONSTRAINT answers_passed_on_by_fkey FOREIGN KEY (passed_on_by) REFERENCES staffs(id) ON DELETE SET NULL,
  CONSTRAINT answers_replied_by_fkey FOREIGN KEY (replied_by) REFERENCES staffs(id) ON DELETE SET NULL,
  CONSTRAINT answers_told_way_check CHECK (told_way = ANY (ARRAY['email'::text, 'line'::text])),
  CONSTRAINT answers_year_month_check CHECK ((year_month % 100::bigint) >= 1 AND (year_month % 100::bigint) <= 12)
);
CREATE INDEX answers_by_month ON answers USING btree (host_id, year_month, created_at);
CREATE INDEX answers_new ON answers USING btree (host_id, created_at) WHERE ((passed_on_at IS NULL) AND (hidden_at IS NULL));
CREATE INDEX answers_passed_on_by ON answers USING btree (passed_on_by);
CREATE INDEX answers_replied_by ON answers USING btree (replied_by);
CREATE INDEX answers_resident ON answers USING btree (host_id, resident_id);

CREATE TABLE applications (
  id text COLLATE "C" NOT NULL,
  host_id text COLLATE "C" NOT NULL,
  resident_id text COLLATE "C" NOT NULL,
  token_hash text COLLATE "C" NOT NULL,
  resident_name text COLLATE "C" NOT NULL,
  name text COLLATE "C" NOT NULL,
  relationship text COLLATE "C" NOT NULL DEFAULT ''::text,
  delivery text COLLATE "C" NOT NULL,
  email text COLLATE "C",
  postcode text COLLATE "C",
  pref text COLLATE "C" NOT NULL DEFAULT ''::text,
  city text COLLATE "C" NOT NULL DEFAULT ''::text,
  town text COLLATE "C" NOT NULL DEFAULT ''::text,
  street text COLLATE "C" NOT NULL DEFAULT ''::text,
  answer text COLLATE "C",
  wording bigint NOT NULL,
  proved_at text COLLATE "C",
  created_at text COLLATE "C" NOT NULL,
  decided_at text COLLATE "C",
  decided_by text COLLATE "C",
  reason text COLLATE "C",
  family_id text COLLATE "C",
  link_number bigint,
  CONSTRAINT applications_pkey PRIMARY KEY (id),
  CONSTRAINT applications_token_hash_key UNIQUE (token_hash),
  CONSTRAINT applications_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES staffs(id) ON DELETE SET NULL,
  CONSTRAINT applications_family_id_fkey FOREIGN KEY (family_id) REFERENCES families(id) ON DELETE CASCADE,
  CONSTRAINT applications_host_id_resident_id_fkey FOREIGN KEY (host_id, resident_id) REFERENCES residents(host_id, id) ON DELETE CASCADE,
  CONSTRAINT applications_answer_check CHECK (answer = ANY (ARRAY['all'::text, 'own'::text, 'none'::text])),
  CONSTRAINT applications_delivery_check CHECK (delivery = ANY (ARRAY['email'::text, 'line'::text, 'link'::text, 'print'::text]))
);
CREATE INDEX applications_by_staff ON applications USING btree (decided_by) WHERE (decided_by IS NOT NULL);
CREATE INDEX applications_of_family ON applications USING btree (family_id) WHERE (family_id IS NOT NULL);
CREATE INDEX applications_of_resident ON applications USING btree (host_id, resident_id);
CREATE INDEX applications_over ON applications USING btree (COALESCE(decided_at, created_at)) WHERE (family_id IS NULL);
CREATE INDEX applications_waiting ON applications USING btree (host_id, created_at) WHERE (decided_at IS NULL);

CREATE TABLE audit_logs (
  id text COLLATE "C" NOT NULL,
  host_id text COLLATE "C",
  staff_id text COLLATE "C",
  action text COLLATE "C" NOT NULL,
  target text COLLATE "C",
  created_at text COLLATE "C" NOT NULL,
  resident_id text COLLATE "C",
  detail text COLLATE "C",
  address text COLLATE "C",
  browser text COLLATE "C",
  way text COLLATE "C",
  network text COLLATE "C",
  CONSTRAINT audit_logs_pkey PRIMARY KEY (id),
  CONSTRAINT audit_logs_host_id_fkey FOREIGN KEY (host_id) REFERENCES hosts(id) ON DELETE CASCADE
);
CREATE INDEX audit_logs_addressed ON audit_logs USING btree (created_at) WHERE (address IS NOT NULL);
CREATE INDEX audit_logs_host ON audit_logs USING btree (host_id, created_at);

CREATE TABLE blob_files (
  blob_id text COLLATE "C" NOT NULL,
  name text COLLATE "C" NOT NULL,
  host_id text COLLATE "C" NOT NULL,
  byte_size bigint NOT NULL,
  sha256 text COLLATE "C" NOT NULL,
  CONSTRAINT blob_files_pkey PRIMARY KEY (blob_id, name),
  CONSTRAINT blob_files_host_id_blob_id_fkey FOREIGN KEY (host_id, blob_id) REFERENCES blobs(host_id, id) ON DELETE CASCADE
);

CREATE TABLE blobs (
  id text COLLATE "C" NOT NULL,
  host_id text COLLATE "C" NOT NULL,
  filename text COLLATE "C" NOT NULL,
  content_type text COLLATE "C" NOT NULL,
  byte_size bigint NOT NULL,
  checksum text COLLATE "C" NOT NULL,
  sha256 text COLLATE "C",
  state text COLLATE "C" NOT NULL,
  width bigint,
  height bigint,
  color text COLLATE "C",
  exif_taken_on text COLLATE "C",
  created_by text COLLATE "C",
  created_at text COLLATE "C" NOT NULL,
  slot_expires_at text COLLATE "C" NOT NULL,
  withheld bigint NOT NULL DEFAULT 0,
  only_for text COLLATE "C",
  CONSTRAINT blobs_pkey PRIMARY KEY (id),
  CONSTRAINT blobs_host_id_id_key UNIQUE (host_id, id),
  CONSTRAINT blobs_created_by_fkey FOREIGN KEY (created_by) REFERENCES staffs(id) ON DELETE SET NULL,
  CONSTRAINT blobs_host_id_fkey FOREIGN KEY (host_id) REFERENCES hosts(id) ON DELETE CASCADE,
  CONSTRAINT blobs_state_check CHECK (state = ANY (ARRAY['awaiting'::text, 'stored'::text, 'accepted'::text, 'ready'::text, 'removing'::text])),
  CONSTRAINT blobs_withheld_check CHECK (withheld = ANY (ARRAY[0::bigint, 1::bigint]))
);
CREATE INDEX blobs_created_by ON blobs USING btree (created_by);
CREATE INDEX blobs_on_disk ON blobs USING btree (host_id, state, byte_size) WHERE (state <> 'ready'::text);
CREATE INDEX blobs_unfinished ON blobs USING btree (state, created_at) WHERE (state <> 'ready'::text);

CREATE TABLE consents (
  id text COLLATE "C" NOT NULL,
  host_id text COLLATE "C" NOT NULL,
  resident_id text COLLATE "C" NOT NULL,
  answer text COLLATE "C" NOT NULL,
  given_by text COLLATE "C",
  by_name text COLLATE "C" NOT NULL DEFAULT ''::text,
  relationship text COLLATE "C" NOT NULL DEFAULT ''::text,
  answered_on text COLLATE "C",
  way text COLLATE "C",
  wording bigint,
  note text COLLATE "C" NOT NULL DEFAULT ''::text,
  family_id text COLLATE "C",
  recorded_by text COLLATE "C",
  created_at text COLLATE "C" NOT NULL,
  confirmed_at text COLLATE "C",
  link_number bigint,
  CONSTRAINT consents_pkey PRIMARY KEY (id),
  CONSTRAINT consents_family_id_fkey FOREIGN KEY (family_id) REFERENCES families(id) ON DELETE SET NULL,
  CONSTRAINT consents_host_id_resident_id_fkey FOREIGN KEY (host_id, resident_id) REFERENCES residents(host_id, id) ON DELETE CASCADE,
  CONSTRAINT consents_recorded_by_fkey FOREIGN KEY (recorded_by) REFERENCES staffs(id) ON DELETE SET NULL,
  CONSTRAINT consents_answer_check CHECK (answer = ANY (ARRAY['all'::text, 'own'::text, 'none'::text])),
  CONSTRAINT consents_given_by_check CHECK (given_by = ANY (ARRAY['person'::text, 'relative'::text, 'guardian'::text])),
  CONSTRAINT consents_way_check CHECK (way = ANY (ARRAY['paper'::text, 'spoken'::text, 'page'::text]))
);
CREATE INDEX consents_by_staff ON consents USING btree (recorded_by) WHERE (recorded_by IS NOT NULL);
CREATE INDEX consents_of_family ON consents USING btree (family_id) WHERE (family_id IS NOT NULL);
CREATE INDEX consents_of_resident ON consents USING btree (host_id, resident_id, created_at);
CREATE INDEX consents_waiting ON consents USING btree (host_id) WHERE (confirmed_at IS NULL);

CREATE TABLE contacts (
  id text COLLATE "C" NOT NULL,
  name text COLLATE "C" NOT NULL,
  email text COLLATE "C" NOT NULL,
  body text COLLATE "C" NOT NULL,
  created_at text COLLATE "C" NOT NULL,
  CONSTRAINT contacts_pkey PRIMARY KEY (id)
);

CREATE TABLE deliveries (
  host_id text COLLATE "C" NOT NULL,
  family_id text COLLATE "C" NOT NULL,
  year_month bigint NOT NULL,
  account text COLLATE "C" NOT NULL DEFAULT ''::text,
  outbox_id text COLLATE "C",
  created_at text COLLATE "C" NOT NULL,
  state text COLLATE "C" NOT NULL DEFAULT 'queued'::text,
  sent_at text COLLATE "C",
  last_error text COLLATE "C",
  mailbox text COLLATE "C",
  returned text COLLATE "C",
  returned_at text COLLATE "C",
  CONSTRAINT deliveries_pkey PRIMARY KEY (host_id, family_id, year_month, account),
  CONSTRAINT deliveries_host_id_family_id_fkey FOREIGN KEY (host_id, family_id) REFERENCES families(host_id, id) ON DELETE CASCADE,
  CONSTRAINT deliveries_returned_check CHECK (returned = ANY (ARRAY['hard'::text, 'soft'::text, 'ours'::text, 'complaint'::text, 'unclear'::text, 'forwarded'::text])),
  CONSTRAINT deliveries_state_check CHECK (state = ANY (ARRAY['queued'::text, 'sent'::text, 'failed'::text]))
);
CREATE INDEX deliveries_mailbox ON deliveries USING btree (host_id, mailbox) WHERE (mailbox IS NOT NULL);
CREATE INDEX deliveries_month ON deliveries USING btree (host_id, year_month, state);
CREATE INDEX deliveries_outbox ON deliveries USING btree (outbox_id);

CREATE TABLE delivery_runs (
  host_id text COLLATE "C" NOT NULL,
  year_month bigint NOT NULL,
  outcome text COLLATE "C" NOT NULL,
  due_at text COLLATE "C" NOT NULL,
  started_at text COLLATE "C" NOT NULL,
  reached text COLLATE "C" NOT NULL DEFAULT ''::text,
  finished_at text COLLATE "C",
  admins_told_at text COLLATE "C",
  content_version bigint NOT NULL DEFAULT 0,
  CONSTRAINT delivery_runs_pkey PRIMARY KEY (host_id, year_month),
  CONSTRAINT delivery_runs_host_id_fkey FOREIGN KEY (host_id) REFERENCES hosts(id) ON DELETE CASCADE,
  CONSTRAINT delivery_runs_outcome_check CHECK (outcome = ANY (ARRAY['mails'::text, 'off'::text, 'inactive'::text])),
  CONSTRAINT delivery_runs_year_month_check CHECK ((year_month % 100::bigint) >= 1 AND (year_month % 100::bigint) <= 12)
);

CREATE TABLE delivery_settings (
  host_id text COLLATE "C" NOT NULL,
  mail_enabled bigint NOT NULL DEFAULT 1,
  hour bigint NOT NULL DEFAULT 9,
  sender_name text COLLATE "C" NOT NULL DEFAULT ''::text,
  signature text COLLATE "C" NOT NULL DEFAULT ''::text,
  early_look bigint NOT NULL DEFAULT 0,
  takes_answers bigint NOT NULL DEFAULT 1,
  CONSTRAINT delivery_settings_pkey PRIMARY KEY (host_id),
  CONSTRAINT delivery_settings_host_id_fkey FOREIGN KEY (host_id) REFERENCES hosts(id) ON DELETE CASCADE,
  CONSTRAINT delivery_settings_early_look_check CHECK (early_look = ANY (ARRAY[0::bigint, 1::bigint])),
  CONSTRAINT delivery_settings_hour_check CHECK (hour >= 0 AND hour <= 23),
  CONSTRAINT delivery_settings_mail_enabled_check CHECK (mail_enabled = ANY (ARRAY[0::bigint, 1::bigint])),
  CONSTRAINT delivery_settings_takes_answers_check CHECK (takes_answers = ANY (ARRAY[0::bigint, 1::bigint]))
);

CREATE TABLE delivery_waits (
  host_id text COLLATE "C" NOT NULL,
  family_id text COLLATE "C" NOT NULL,
  year_month bigint NOT NULL,
  was_away bigint NOT NULL,
  CONSTRAINT delivery_waits_pkey PRIMARY KEY (host_id, family_id, year_month),
  CONSTRAINT delivery_waits_host_id_family_id_fkey FOREIGN KEY (host_id, family_id) REFERENCES families(host_id, id) ON DELETE CASCADE,
  CONSTRAINT delivery_waits_was_away_check CHECK (was_away = ANY (ARRAY[0::bigint, 1::bigint]))
);

CREATE TABLE ended_facilities (
  id text COLLATE "C" NOT NULL,
  name text COLLATE "C" NOT NULL,
  ended_on text COLLATE "C" NOT NULL,
  deleted_at text COLLATE "C" NOT NULL,
  CONSTRAINT ended_facilities_pkey PRIMARY KEY (id)
);

CREATE TABLE ended_links (
  hash text COLLATE "C" NOT NULL,
  ended_facility_id text COLLATE "C" NOT NULL,
  CONSTRAINT ended_links_pkey PRIMARY KEY (hash),
  CONSTRAINT ended_links_ended_facility_id_fkey FOREIGN KEY (ended_facility_id) REFERENCES ended_facilities(id) ON DELETE CASCADE
);
CREATE INDEX ended_links_of_facility ON ended_links USING btree (ended_facility_id);

CREATE TABLE ending_tellings (
  host_id text COLLATE "C" NOT NULL,
  family_id text COLLATE "C" NOT NULL,
  account text COLLATE "C" NOT NULL DEFAULT ''::text,
  ends_on text COLLATE "C",
  told_before text COLLATE "C",
  set_at text COLLATE "C" NOT NULL,
  outbox_id text COLLATE "C",
  state text COLLATE "C" NOT NULL,
  sent_at text COLLATE "C",
  done_at text COLLATE "C",
  done_by text COLLATE "C",
  is_restored bigint NOT NULL DEFAULT 0,
  CONSTRAINT ending_tellings_pkey PRIMARY KEY (host_id, family_id, account),
  CONSTRAINT ending_tellings_done_by_fkey FOREIGN KEY (done_by) REFERENCES staffs(id) ON DELETE SET NULL,
  CONSTRAINT ending_tellings_host_id_family_id_fkey FOREIGN KEY (host_id, family_id) REFERENCES families(host_id, id) ON DELETE CASCADE,
  CONSTRAINT ending_tellings_is_restored_check CHECK (is_restored = ANY (ARRAY[0::bigint, 1::bigint])),
  CONSTRAINT ending_tellings_state_check CHECK (state = ANY (ARRAY['queued'::text, 'sent'::text, 'hand'::text]))
);
CREATE INDEX ending_tellings_done_by ON ending_tellings USING btree (done_by);

CREATE TABLE error_numbers (
  number text COLLATE "C" NOT NULL,
  at text COLLATE "C" NOT NULL,
  method text COLLATE "C" NOT NULL,
  route text COLLATE "C" NOT NULL,
  status bigint NOT NULL,
  version text COLLATE "C" NOT NULL,
  problem text COLLATE "C",
  CONSTRAINT error_numbers_pkey PRIMARY KEY (number)
);
CREATE INDEX error_numbers_at ON error_numbers USING btree (at);

CREATE TABLE facility_endings (
  host_id text COLLATE "C" NOT NULL,
  ends_on text COLLATE "C" NOT NULL,
  words text COLLATE "C" NOT NULL DEFAULT ''::text,
  asked_by text COLLATE "C" NOT NULL,
  created_at text COLLATE "C" NOT NULL,
  days_given bigint NOT NULL DEFAULT 0,
  counted_on text COLLATE "C",
  own_ends_on text COLLATE "C",
  own_words text COLLATE "C" NOT NULL DEFAULT ''::text,
  CONSTRAINT facility_endings_pkey PRIMARY KEY (host_id),
  CONSTRAINT facility_endings_host_id_fkey FOREIGN KEY (host_id) REFERENCES hosts(id) ON DELETE CASCADE,
  CONSTRAINT facility_endings_asked_by_check CHECK (asked_by = ANY (ARRAY['facility'::text, 'operator'::text]))
);

CREATE TABLE families (
  id text COLLATE "C" NOT NULL,
  host_id text COLLATE "C" NOT NULL,
  resident_id text COLLATE "C" NOT NULL,
  name text COLLATE "C" NOT NULL,
  name_kana text COLLATE "C" NOT NULL DEFAULT ''::text,
  relationship text COLLATE "C" NOT NULL DEFAULT ''::text,
  email text COLLATE "C",
  postcode text COLLATE "C",
  pref text COLLATE "C" NOT NULL DEFAULT ''::text,
  city text COLLATE "C" NOT NULL DEFAULT ''::text,
  town text COLLATE "C" NOT NULL DEFAULT ''::text,
  street text COLLATE "C" NOT NULL DEFAULT ''::text,
  delivery text COLLATE "C" NOT NULL,
  token text COLLATE "C" NOT NULL,
  created_at text COLLATE "C" NOT NULL,
  renewed_at text COLLATE "C",
  link_number bigint,
  by_line bigint NOT NULL DEFAULT 0,
  also_by_mail bigint NOT NULL DEFAULT 0,
  mailbox_number bigint,
  email_since text COLLATE "C",
  paused_until bigint,
  stopped_at text COLLATE "C",
  email_proved_at text COLLATE "C",
  returned_at text COLLATE "C",
  returned_kind text COLLATE "C",
  returned_words text COLLATE "C",
  email_checked_at text COLLATE "C",
  phone text COLLATE "C" NOT NULL DEFAULT ''::text,
  CONSTRAINT families_pkey PRIMARY KEY (id),
  CONSTRAINT families_host_id_id_key UNIQUE (host_id, id),
  CONSTRAINT families_token_key UNIQUE (token),
  CONSTRAINT families_host_id_resident_id_fkey FOREIGN KEY (host_id, resident_id) REFERENCES residents(host_id, id) ON DELETE CASCADE,
  CONSTRAINT families_also_by_mail_check CHECK (also_by_mail = ANY (ARRAY[0::bigint, 1::bigint])),
  CONSTRAINT families_by_line_check CHECK (by_line = ANY (ARRAY[0::bigint, 1::bigint])),
  CONSTRAINT families_delivery_check CHECK (delivery = ANY (ARRAY['email'::text, 'link'::text, 'print'::text])),
  CONSTRAINT families_returned_kind_check CHECK (returned_kind = ANY (ARRAY['hard'::text, 'soft'::text, 'complaint'::text]))
);
CREATE INDEX families_email ON families USING btree (host_id, email) WHERE (email IS NOT NULL);
CREATE INDEX families_resident ON families USING btree (host_id, resident_id);
CREATE INDEX families_returned ON families USING btree (host_id, email) WHERE (returned_at IS NOT NULL);

CREATE TABLE figures (
  span text COLLATE "C" NOT NULL,
  at text COLLATE "C" NOT NULL,
  kind text COLLATE "C" NOT NULL,
  version text COLLATE "C" NOT NULL,
  requests bigint NOT NULL,
  errors bigint NOT NULL,
  spread text COLLATE "C" NOT NULL,
  CONSTRAINT figures_pkey PRIMARY KEY (span, at, kind, version),
  CONSTRAINT figures_span_check CHECK (span = ANY (ARRAY['minutes'::text, 'hour'::text, 'day'::text]))
);

CREATE TABLE handovers (
  host_id text COLLATE "C" NOT NULL,
  family_id text COLLATE "C" NOT NULL,
  year_month bigint NOT NULL,
  delivery text COLLATE "C" NOT NULL,
  done_at text COLLATE "C" NOT NULL,
  done_by text COLLATE "C",
  CONSTRAINT handovers_pkey PRIMARY KEY (host_id, family_id, year_month),
  CONSTRAINT handovers_done_by_fkey FOREIGN KEY (done_by) REFERENCES staffs(id) ON DELETE SET NULL,
  CONSTRAINT handovers_host_id_family_id_fkey FOREIGN KEY (host_id, family_id) REFERENCES families(host_id, id) ON DELETE CASCADE,
  CONSTRAINT handovers_delivery_check CHECK (delivery = ANY (ARRAY['link'::text, 'print'::text])),
  CONSTRAINT handovers_year_month_check CHECK ((year_month % 100::bigint) >= 1 AND (year_month % 100::bigint) <= 12)
);
CREATE INDEX handovers_done_by ON handovers USING btree (done_by);

CREATE TABLE hosts (
  id text COLLATE "C" NOT NULL,
  name text COLLATE "C" NOT NULL,
  postcode text COLLATE "C" NOT NULL DEFAULT ''::text,
  pref text COLLATE "C" NOT NULL DEFAULT ''::text,
  city text COLLATE "C" NOT NULL DEFAULT ''::text,
  town text COLLATE "C" NOT NULL DEFAULT ''::text,
  street text COLLATE "C" NOT NULL DEFAULT ''::text,
  phone text COLLATE "C" NOT NULL DEFAULT ''::text,
  plan text COLLATE "C",
  activated_at text COLLATE "C",
  trial_ends_at text COLLATE "C",
  content_version bigint NOT NULL DEFAULT 0,
  created_at text COLLATE "C" NOT NULL,
  stored_bytes bigint NOT NULL DEFAULT 0,
  continued_at text COLLATE "C",
  asks_second_step text COLLATE "C" NOT NULL DEFAULT 'nobody'::text,
  second_step_answered_at text COLLATE "C",
  asks_consent_again bigint NOT NULL DEFAULT 1,
  confirmed_at text COLLATE "C",
  first_steps_closed_at text COLLATE "C",
  own_letter_at text COLLATE "C",
  CONSTRAINT hosts_pkey PRIMARY KEY (id),
  CONSTRAINT hosts_asks_consent_again_check CHECK (asks_consent_again = ANY (ARRAY[0::bigint, 1::bigint])),
  CONSTRAINT hosts_asks_second_step_check CHECK (asks_second_step = ANY (ARRAY['nobody'::text, 'admins'::text, 'everybody'::text]))
);

CREATE TABLE invitations (
  host_id text COLLATE "C" NOT NULL,
  token_hash text COLLATE "C" NOT NULL,
  token_sealed text COLLATE "C" NOT NULL,
  expires_at text COLLATE "C" NOT NULL,
  created_at text COLLATE "C" NOT NULL,
  CONSTRAINT invitations_pkey PRIMARY KEY (host_id),
  CONSTRAINT invitations_token_hash_key UNIQUE (token_hash),
  CONSTRAINT invitations_host_id_fkey FOREIGN KEY (host_id) REFERENCES hosts(id) ON DELETE CASCADE
);

CREATE TABLE items (
  id text COLLATE "C" NOT NULL,
  host_id text COLLATE "C" NOT NULL,
  resident_id text COLLATE "C",
  blob_id text COLLATE "C" NOT NULL,
  picture text COLLATE "C" NOT NULL,
  is_upload bigint NOT NULL DEFAULT 1,
  taken_on text COLLATE "C" NOT NULL,
  caption text COLLATE "C" NOT NULL DEFAULT ''::text,
  created_by text COLLATE "C",
  created_at text COLLATE "C" NOT NULL,
  deleted_at text COLLATE "C",
  held bigint NOT NULL DEFAULT 0,
  left_out bigint NOT NULL DEFAULT 0,
  position bigint NOT NULL DEFAULT 0,
  left_out_for text COLLATE "C" NOT NULL DEFAULT ''::text,
  CONSTRAINT items_pkey PRIMARY KEY (id),
  CONSTRAINT items_host_id_id_key UNIQUE (host_id, id),
  CONSTRAINT items_created_by_fkey FOREIGN KEY (created_by) REFERENCES staffs(id) ON DELETE SET NULL,
  CONSTRAINT items_host_id_blob_id_fkey FOREIGN KEY (host_id, blob_id) REFERENCES blobs(host_id, id),
  CONSTRAINT items_host_id_fkey FOREIGN KEY (host_id) REFERENCES hosts(id) ON DELETE CASCADE,
  CONSTRAINT items_host_id_resident_id_fkey FOREIGN KEY (host_id, resident_id) REFERENCES residents(host_id, id),
  CONSTRAINT items_held_check CHECK (held = ANY (ARRAY[0::bigint, 1::bigint])),
  CONSTRAINT items_is_upload_check CHECK (is_upload = ANY (ARRAY[0::bigint, 1::bigint])),
  CONSTRAINT items_left_out_check CHECK (left_out = ANY (ARRAY[0::bigint, 1::bigint])),
  CONSTRAINT items_position_check CHECK ("position" <= 0)
);
CREATE INDEX items_by_blob ON items USING btree (host_id, blob_id, taken_on, id, deleted_at);
CREATE INDEX items_by_date ON items USING btree (host_id, taken_on, "position", created_at, id, deleted_at, held, left_out, blob_id) WHERE (deleted_at IS NULL);
CREATE INDEX items_by_resident ON items USING btree (host_id, resident_id, taken_on, "position", created_at, id, deleted_at, held, left_out) WHERE (deleted_at IS NULL);
CREATE INDEX items_created_by ON items USING btree (created_by);
CREATE INDEX items_deleted ON items USING btree (deleted_at) WHERE (deleted_at IS NOT NULL);
CREATE INDEX items_held ON items USING btree (host_id, taken_on, created_at, id) WHERE ((held = 1) AND (deleted_at IS NULL));
CREATE INDEX items_left_out_by_rule ON items USING btree (host_id, taken_on, created_at, id) WHERE (left_out_for <> ''::text);
CREATE UNIQUE INDEX items_picture ON items USING btree (host_id, picture, COALESCE(resident_id, ''::text)) WHERE (deleted_at IS NULL);
CREATE INDEX items_shared ON items USING btree (host_id, taken_on) WHERE ((resident_id IS NULL) AND (deleted_at IS NULL));
CREATE UNIQUE INDEX items_upload ON items USING btree (blob_id) WHERE (is_upload = 1);

CREATE TABLE jobs (
  id text COLLATE "C" NOT NULL,
  host_id text COLLATE "C",
  kind text COLLATE "C" NOT NULL,
  payload text COLLATE "C" NOT NULL,
  state text COLLATE "C" NOT NULL DEFAULT 'queued'::text,
  attempts bigint NOT NULL DEFAULT 0,
  run_at text COLLATE "C" NOT NULL,
  last_error text COLLATE "C",
  created_at text COLLATE "C" NOT NULL,
  given_up bigint NOT NULL DEFAULT 0,
  failures bigint NOT NULL DEFAULT 0,
  holder text COLLATE "C",
  lease_until text COLLATE "C",
  CONSTRAINT jobs_pkey PRIMARY KEY (id),
  CONSTRAINT jobs_kind_payload_key UNIQUE (kind, payload),
  CONSTRAINT jobs_host_id_fkey FOREIGN KEY (host_id) REFERENCES hosts(id) ON DELETE CASCADE,
  CONSTRAINT jobs_given_up_check CHECK (given_up = ANY (ARRAY[0::bigint, 1::bigint])),
  CONSTRAINT jobs_state_check CHECK (state = ANY (ARRAY['queued'::text, 'running'::text, 'failed'::text]))
);
CREATE INDEX jobs_due ON jobs USING btree (run_at) WHERE (state = 'queued'::text);
CREATE INDEX jobs_host ON jobs USING btree (host_id, state);
CREATE INDEX jobs_turns ON jobs USING btree (host_id, run_at) WHERE (state = 'queued'::text);

CREATE TABLE leases (
  name text COLLATE "C" NOT NULL,
  holder text COLLATE "C" NOT NULL,
  lease_until text COLLATE "C" NOT NULL,
  due_at text COLLATE "C" NOT NULL,
  CONSTRAINT leases_pkey PRIMARY KEY (name)
);

CREATE TABLE legal_texts (
  page text COLLATE "C" NOT NULL,
  sha256 text COLLATE "C" NOT NULL,
  since text COLLATE "C" NOT NULL,
  CONSTRAINT legal_texts_pkey PRIMARY KEY (page)
);

CREATE TABLE letter_checks (
  host_id text COLLATE "C" NOT NULL,
  resident_id text COLLATE "C" NOT NULL,
  year_month bigint NOT NULL,
  checked_at text COLLATE "C",
  checked_by text COLLATE "C",
  held_back text COLLATE "C",
  held_back_at text COLLATE "C",
  held_back_by text COLLATE "C",
  CONSTRAINT letter_checks_pkey PRIMARY KEY (host_id, resident_id, year_month),
  CONSTRAINT letter_checks_checked_by_fkey FOREIGN KEY (checked_by) REFERENCES staffs(id) ON DELETE SET NULL,
  CONSTRAINT letter_checks_held_back_by_fkey FOREIGN KEY (held_back_by) REFERENCES staffs(id) ON DELETE SET NULL,
  CONSTRAINT letter_checks_host_id_resident_id_fkey FOREIGN KEY (host_id, resident_id) REFERENCES residents(host_id, id) ON DELETE CASCADE,
  CONSTRAINT letter_checks_year_month_check CHECK ((year_month % 100::bigint) >= 1 AND (year_month % 100::bigint) <= 12)
);
CREATE INDEX letter_checks_checked_by ON letter_checks USING btree (checked_by);
CREATE INDEX letter_checks_held_back_by ON letter_checks USING btree (held_back_by);
CREATE INDEX letter_checks_month ON letter_checks USING btree (host_id, year_month);

CREATE TABLE letter_notes (
  host_id text COLLATE "C" NOT NULL,
  resident_id text COLLATE "C" NOT NULL,
  year_month bigint NOT NULL,
  body text COLLATE "C" NOT NULL,
  version bigint NOT NULL,
  updated_by text COLLATE "C",
  updated_at text COLLATE "C" NOT NULL,
  CONSTRAINT letter_notes_pkey PRIMARY KEY (host_id, resident_id, year_month),
  CONSTRAINT letter_notes_host_id_resident_id_fkey FOREIGN KEY (host_id, resident_id) REFERENCES residents(host_id, id) ON DELETE CASCADE,
  CONSTRAINT letter_notes_updated_by_fkey FOREIGN KEY (updated_by) REFERENCES staffs(id) ON DELETE SET NULL,
  CONSTRAINT letter_notes_year_month_check CHECK ((year_month % 100::bigint) >= 1 AND (year_month % 100::bigint) <= 12)
);
CREATE INDEX letter_notes_month ON letter_notes USING btree (host_id, year_month);
CREATE INDEX letter_notes_updated_by ON letter_notes USING btree (updated_by);

CREATE TABLE letter_reads (
  host_id text COLLATE "C" NOT NULL,
  family_id text COLLATE "C" NOT NULL,
  year_month bigint NOT NULL,
  seen_at text COLLATE "C" NOT NULL,
  stamp text COLLATE "C",
  answers bigint NOT NULL DEFAULT 0,
  replies bigint NOT NULL DEFAULT 0,
  CONSTRAINT letter_reads_pkey PRIMARY KEY (host_id, family_id, year_month),
  CONSTRAINT letter_reads_host_id_family_id_fkey FOREIGN KEY (host_id, family_id) REFERENCES families(host_id, id) ON DELETE CASCADE
);
CREATE INDEX letter_reads_month ON letter_reads USING btree (host_id, year_month);
CREATE INDEX letter_reads_seen ON letter_reads USING btree (host_id, family_id, seen_at);

CREATE TABLE letters (
  host_id text COLLATE "C" NOT NULL,
  year_month bigint NOT NULL,
  title text COLLATE "C" NOT NULL,
  body text COLLATE "C" NOT NULL,
  cover_item_id text COLLATE "C",
  version bigint NOT NULL,
  updated_at text COLLATE "C" NOT NULL,
  CONSTRAINT letters_pkey PRIMARY KEY (host_id, year_month),
  CONSTRAINT letters_cover_item_id_fkey FOREIGN KEY (cover_item_id) REFERENCES items(id) ON DELETE SET NULL,
  CONSTRAINT letters_host_id_fkey FOREIGN KEY (host_id) REFERENCES hosts(id) ON DELETE CASCADE,
  CONSTRAINT letters_year_month_check CHECK ((year_month % 100::bigint) >= 1 AND (year_month % 100::bigint) <= 12)
);
CREATE INDEX letters_cover ON letters USING btree (cover_item_id);

CREATE TABLE levels (
  span text COLLATE "C" NOT NULL,
  at text COLLATE "C" NOT NULL,
  disk_free bigint,
  memory bigint,
  database_bytes bigint,
  photo_bytes bigint,
  mail_wait bigint,
  job_wait bigint,
  CONSTRAINT levels_pkey PRIMARY KEY (span, at),
  CONSTRAINT levels_span_check CHECK (span = ANY (ARRAY['minutes'::text, 'hour'::text, 'day'::text]))
);

CREATE TABLE line_accounts (
  host_id text COLLATE "C" NOT NULL,
  family_id text COLLATE "C" NOT NULL,
  account text COLLATE "C" NOT NULL,
  user_id text COLLATE "C" NOT NULL,
  joined_at text COLLATE "C" NOT NULL,
  name text COLLATE "C" NOT NULL DEFAULT ''::text,
  CONSTRAINT line_accounts_pkey PRIMARY KEY (host_id, family_id, account),
  CONSTRAINT line_accounts_host_id_family_id_fkey FOREIGN KEY (host_id, family_id) REFERENCES families(host_id, id) ON DELETE CASCADE
);
CREATE INDEX line_accounts_account ON line_accounts USING btree (account, host_id);

CREATE TABLE line_codes (
  hash text COLLATE "C" NOT NULL,
  host_id text COLLATE "C",
  family_id text COLLATE "C",
  account text COLLATE "C",
  expires_at text COLLATE "C" NOT NULL,
  created_at text COLLATE "C" NOT NULL,
  link text COLLATE "C",
  sealed text COLLATE "C",
  CONSTRAINT line_codes_pkey PRIMARY KEY (hash),
  CONSTRAINT line_codes_host_id_family_id_fkey FOREIGN KEY (host_id, family_id) REFERENCES families(host_id, id) ON DELETE CASCADE,
  CONSTRAINT line_codes_check CHECK ((host_id IS NULL) = (family_id IS NULL))
);
CREATE INDEX line_codes_expiry ON line_codes USING btree (expires_at);
CREATE INDEX line_codes_family ON line_codes USING btree (host_id, family_id);

CREATE TABLE line_events (
  id text COLLATE "C" NOT NULL,
  received_at text COLLATE "C" NOT NULL,
  payload text COLLATE "C",
  failures bigint NOT NULL DEFAULT 0,
  CONSTRAINT line_events_pkey PRIMARY KEY (id)
);
CREATE INDEX line_events_open ON line_events USING btree (received_at, id) WHERE (payload IS NOT NULL);
CREATE INDEX line_events_received ON line_events USING btree (received_at);

CREATE TABLE line_stops (
  account text COLLATE "C" NOT NULL,
  stopped_at text COLLATE "C" NOT NULL,
  CONSTRAINT line_stops_pkey PRIMARY KEY (account)
);

CREATE TABLE mailbox_readings (
  mailbox text COLLATE "C" NOT NULL,
  read_at text COLLATE "C" NOT NULL,
  good_at text COLLATE "C",
  trouble text COLLATE "C",
  unclear bigint NOT NULL DEFAULT 0,
  last_mail_id text COLLATE "C",
  CONSTRAINT mailbox_readings_pkey PRIMARY KEY (mailbox),
  CONSTRAINT mailbox_readings_trouble_check CHECK (trouble = ANY (ARRAY['away'::text, 'login'::text, 'insecure'::text, 'folder'::text, 'other'::text]))
);

CREATE TABLE one_time_tokens (
  hash text COLLATE "C" NOT NULL,
  purpose text COLLATE "C" NOT NULL,
  host_id text COLLATE "C",
  staff_id text COLLATE "C",
  email text COLLATE "C" NOT NULL,
  expires_at text COLLATE "C" NOT NULL,
  used_at text COLLATE "C",
  created_at text COLLATE "C" NOT NULL,
  by_operator bigint NOT NULL DEFAULT 0,
  CONSTRAINT new_one_time_tokens_pkey PRIMARY KEY (hash),
  CONSTRAINT new_one_time_tokens_host_id_fkey FOREIGN KEY (host_id) REFERENCES hosts(id) ON DELETE CASCADE,
  CONSTRAINT new_one_time_tokens_host_id_staff_id_fkey FOREIGN KEY (host_id, staff_id) REFERENCES staffs(host_id, id) ON DELETE CASCADE,
  CONSTRAINT new_one_time_tokens_by_operator_check CHECK (by_operator = ANY (ARRAY[0::bigint, 1::bigint])),
  CONSTRAINT new_one_time_tokens_purpose_check CHECK (purpose = ANY (ARRAY['host_sign_up'::text, 'staff_sign_up'::text, 'password'::text, 'email'::text, 'operator'::text]))
);
CREATE INDEX one_time_tokens_staff ON one_time_tokens USING btree (host_id, staff_id);

CREATE TABLE operator_sessions (
  id text COLLATE "C" NOT NULL,
  operator_id text COLLATE "C" NOT NULL,
  created_at text COLLATE "C" NOT NULL,
  expires_at text COLLATE "C" NOT NULL,
  way text COLLATE "C" NOT NULL DEFAULT 'password'::text,
  confirmed_at text COLLATE "C",
  used_at text COLLATE "C",
  user_agent text COLLATE "C" NOT NULL DEFAULT ''::text,
  address text COLLATE "C" NOT NULL DEFAULT ''::text,
  CONSTRAINT operator_sessions_pkey PRIMARY KEY (id),
  CONSTRAINT operator_sessions_operator_id_fkey FOREIGN KEY (operator_id) REFERENCES operators(id) ON DELETE CASCADE
);
CREATE INDEX operator_sessions_operator ON operator_sessions USING btree (operator_id);

CREATE TABLE operators (
  id text COLLATE "C" NOT NULL,
  email text COLLATE "C" NOT NULL,
  password_hash text COLLATE "C" NOT NULL,
  created_at text COLLATE "C" NOT NULL,
  CONSTRAINT operators_pkey PRIMARY KEY (id),
  CONSTRAINT operators_email_key UNIQUE (email),
  CONSTRAINT operators_email_check CHECK (email = lower(email))
);

CREATE TABLE outbox (
  id text COLLATE "C" NOT NULL,
  host_id text COLLATE "C",
  kind text COLLATE "C" NOT NULL,
  recipient text COLLATE "C" NOT NULL,
  subject text COLLATE "C" NOT NULL,
  text text COLLATE "C" NOT NULL,
  html text COLLATE "C" NOT NULL,
  message_id text COLLATE "C" NOT NULL,
  state text COLLATE "C" NOT NULL DEFAULT 'queued'::text,
  attempts bigint NOT NULL DEFAULT 0,
  next_attempt_at text COLLATE "C" NOT NULL,
  last_error text COLLATE "C",
  sent_at text COLLATE "C",
  created_at text COLLATE "C" NOT NULL,
  reply_to text COLLATE "C",
  is_urgent bigint NOT NULL DEFAULT 0,
  queue text COLLATE "C" GENERATED ALWAYS AS (COALESCE(host_id, ''::text)) STORED,
  failures bigint NOT NULL DEFAULT 0,
  stopped bigint NOT NULL DEFAULT 0,
  holder text COLLATE "C",
  channel text COLLATE "C" NOT NULL DEFAULT 'mail'::text,
  tried_at text COLLATE "C",
  content text COLLATE "C" NOT NULL DEFAULT ''::text,
  fault text COLLATE "C",
  refusal text COLLATE "C",
  refused_at text COLLATE "C",
  returned text COLLATE "C",
  returned_at text COLLATE "C",
  returned_words text COLLATE "C",
  CONSTRAINT outbox_pkey PRIMARY KEY (id),
  CONSTRAINT outbox_message_id_key UNIQUE (message_id),
  CONSTRAINT outbox_host_id_fkey FOREIGN KEY (host_id) REFERENCES hosts(id) ON DELETE CASCADE,
  CONSTRAINT outbox_channel_check CHECK (channel = ANY (ARRAY['mail'::text, 'line'::text])),
  CONSTRAINT outbox_fault_check CHECK (fault = ANY (ARRAY['address'::text, 'mailbox'::text, 'way'::text])),
  CONSTRAINT outbox_is_urgent_check CHECK (is_urgent = ANY (ARRAY[0::bigint, 1::bigint])),
  CONSTRAINT outbox_returned_check CHECK (returned = ANY (ARRAY['hard'::text, 'soft'::text, 'ours'::text, 'complaint'::text, 'unclear'::text, 'forwarded'::text])),
  CONSTRAINT outbox_state_check CHECK (state = ANY (ARRAY['queued'::text, 'sent'::text, 'failed'::text])),
  CONSTRAINT outbox_stopped_check CHECK (stopped = ANY (ARRAY[0::bigint, 1::bigint]))
);
CREATE INDEX outbox_counts ON outbox USING btree (host_id, state, stopped);
CREATE INDEX outbox_given_up ON outbox USING btree (created_at) WHERE ((state = 'failed'::text) OR (stopped = 1));
CREATE INDEX outbox_refused ON outbox USING btree (refusal, refused_at) WHERE (refusal IS NOT NULL);
CREATE INDEX outbox_returned ON outbox USING btree (returned, returned_at) WHERE (returned IS NOT NULL);
CREATE INDEX outbox_sent ON outbox USING btree (sent_at) WHERE (state = 'sent'::text);
CREATE INDEX outbox_turns ON outbox USING btree (channel, is_urgent, queue, next_attempt_at, id) WHERE ((state = 'queued'::text) AND (stopped = 0));

CREATE TABLE passkeys (
  id text COLLATE "C" NOT NULL,
  host_id text COLLATE "C",
  staff_id text COLLATE "C",
  operator_id text COLLATE "C",
  credential_id text COLLATE "C" NOT NULL,
  public_key text COLLATE "C" NOT NULL,
  counter bigint NOT NULL,
  transports text COLLATE "C" NOT NULL,
  name text COLLATE "C" NOT NULL,
  last_used_at text COLLATE "C",
  created_at text COLLATE "C" NOT NULL,
  CONSTRAINT passkeys_pkey PRIMARY KEY (id),
  CONSTRAINT passkeys_credential_id_key UNIQUE (credential_id),
  CONSTRAINT passkeys_host_id_staff_id_fkey FOREIGN KEY (host_id, staff_id) REFERENCES staffs(host_id, id) ON DELETE CASCADE,
  CONSTRAINT passkeys_operator_id_fkey FOREIGN KEY (operator_id) REFERENCES operators(id) ON DELETE CASCADE,
  CONSTRAINT passkeys_check CHECK ((staff_id IS NULL) = (host_id IS NULL)),
  CONSTRAINT passkeys_check1 CHECK ((staff_id IS NULL) <> (operator_id IS NULL))
);
CREATE INDEX passkeys_operator ON passkeys USING btree (operator_id) WHERE (operator_id IS NOT NULL);
CREATE INDEX passkeys_staff ON passkeys USING btree (host_id, staff_id) WHERE (staff_id IS NOT NULL);

CREATE TABLE picture_people (
  host_id text COLLATE "C" NOT NULL,
  picture text COLLATE "C" NOT NULL,
  resident_id text COLLATE "C" NOT NULL,
  CONSTRAINT picture_people_pkey PRIMARY KEY (host_id, picture, resident_id),
  CONSTRAINT picture_people_host_id_resident_id_fkey FOREIGN KEY (host_id, resident_id) REFERENCES residents(host_id, id) ON DELETE CASCADE
);
CREATE INDEX picture_people_resident ON picture_people USING btree (host_id, resident_id);

CREATE TABLE pin_tries (
  device_id text COLLATE "C" NOT NULL,
  staff_id text COLLATE "C" NOT NULL,
  count bigint NOT NULL,
  CONSTRAINT pin_tries_pkey PRIMARY KEY (device_id, staff_id),
  CONSTRAINT pin_tries_device_id_fkey FOREIGN KEY (device_id) REFERENCES shared_devices(id) ON DELETE CASCADE
);
CREATE INDEX pin_tries_staff ON pin_tries USING btree (staff_id);

CREATE TABLE pins (
  staff_id text COLLATE "C" NOT NULL,
  host_id text COLLATE "C" NOT NULL,
  hash text COLLATE "C" NOT NULL,
  is_first bigint NOT NULL,
  expires_at text COLLATE "C",
  created_at text COLLATE "C" NOT NULL,
  CONSTRAINT pins_pkey PRIMARY KEY (staff_id),
  CONSTRAINT pins_host_id_staff_id_fkey FOREIGN KEY (host_id, staff_id) REFERENCES staffs(host_id, id) ON DELETE CASCADE,
  CONSTRAINT pins_is_first_check CHECK (is_first = ANY (ARRAY[0::bigint, 1::bigint]))
);
CREATE INDEX pins_host ON pins USING btree (host_id, staff_id);

CREATE TABLE rate_limits (
  key text COLLATE "C" NOT NULL,
  count bigint NOT NULL,
  resets_at text COLLATE "C" NOT NULL,
  CONSTRAINT rate_limits_pkey PRIMARY KEY (key)
);
CREATE INDEX rate_limits_expiry ON rate_limits USING btree (resets_at);

CREATE TABLE recovery_codes (
  hash text COLLATE "C" NOT NULL,
  host_id text COLLATE "C",
  staff_id text COLLATE "C",
  operator_id text COLLATE "C",
  used_at text COLLATE "C",
  created_at text COLLATE "C" NOT NULL,
  CONSTRAINT recovery_codes_pkey PRIMARY KEY (hash),
  CONSTRAINT recovery_codes_host_id_staff_id_fkey FOREIGN KEY (host_id, staff_id) REFERENCES staffs(host_id, id) ON DELETE CASCADE,
  CONSTRAINT recovery_codes_operator_id_fkey FOREIGN KEY (operator_id) REFERENCES operators(id) ON DELETE CASCADE,
  CONSTRAINT recovery_codes_check CHECK ((staff_id IS NULL) = (host_id IS NULL)),
  CONSTRAINT recovery_codes_check1 CHECK ((staff_id IS NULL) <> (operator_id IS NULL))
);
CREATE INDEX recovery_codes_operator ON recovery_codes USING btree (operator_id) WHERE (operator_id IS NOT NULL);
CREATE INDEX recovery_codes_staff ON recovery_codes USING btree (host_id, staff_id) WHERE (staff_id IS NOT NULL);

CREATE TABLE remembered_browsers (
  id text COLLATE "C" NOT NULL,
  host_id text COLLATE "C",
  staff_id text COLLATE "C",
  operator_id text COLLATE "C",
  token_hash text COLLATE "C" NOT NULL,
  user_agent text COLLATE "C" NOT NULL,
  last_used_at text COLLATE "C",
  expires_at text COLLATE "C" NOT NULL,
  created_at text COLLATE "C" NOT NULL,
  CONSTRAINT remembered_browsers_pkey PRIMARY KEY (id),
  CONSTRAINT remembered_browsers_token_hash_key UNIQUE (token_hash),
  CONSTRAINT remembered_browsers_host_id_staff_id_fkey FOREIGN KEY (host_id, staff_id) REFERENCES staffs(host_id, id) ON DELETE CASCADE,
  CONSTRAINT remembered_browsers_operator_id_fkey FOREIGN KEY (operator_id) REFERENCES operators(id) ON DELETE CASCADE,
  CONSTRAINT remembered_browsers_check CHECK ((staff_id IS NULL) = (host_id IS NULL)),
  CONSTRAINT remembered_browsers_check1 CHECK ((staff_id IS NULL) <> (operator_id IS NULL))
);
CREATE INDEX remembered_browsers_operator ON remembered_browsers USING btree (operator_id) WHERE (operator_id IS NOT NULL);
CREATE INDEX remembered_browsers_staff ON remembered_browsers USING btree (host_id, staff_id) WHERE (staff_id IS NOT NULL);

CREATE TABLE residents (
  id text COLLATE "C" NOT NULL,
  host_id text COLLATE "C" NOT NULL,
  name text COLLATE "C" NOT NULL,
  name_kana text COLLATE "C" NOT NULL DEFAULT ''::text,
  room text COLLATE "C" NOT NULL DEFAULT ''::text,
  birthday text COLLATE "C",
  photos_hidden bigint NOT NULL DEFAULT 0,
  left_on text COLLATE "C",
  portrait_blob_id text COLLATE "C",
  token text COLLATE "C" NOT NULL,
  created_at text COLLATE "C" NOT NULL,
  photo_consent bigint,
  away_since text COLLATE "C",
  died_on text COLLATE "C",
  letters_end text COLLATE "C",
  last_letter bigint NOT NULL DEFAULT 0,
  last_words text COLLATE "C" NOT NULL DEFAULT ''::text,
  photo_consent_extent text COLLATE "C" NOT NULL DEFAULT 'all'::text,
  own_wish text COLLATE "C" NOT NULL DEFAULT ''::text,
  has_no_family bigint NOT NULL DEFAULT 0,
  waiting_consent text COLLATE "C",
  CONSTRAINT residents_pkey PRIMARY KEY (id),
  CONSTRAINT residents_host_id_id_key UNIQUE (host_id, id),
  CONSTRAINT residents_token_key UNIQUE (token),
  CONSTRAINT residents_host_id_fkey FOREIGN KEY (host_id) REFERENCES hosts(id) ON DELETE CASCADE,
  CONSTRAINT residents_check CHECK ((letters_end IS NULL) = (died_on IS NULL)),
  CONSTRAINT residents_check1 CHECK (last_letter = 0 OR last_letter = 1 AND letters_end IS NOT NULL),
  CONSTRAINT residents_has_no_family_check CHECK (has_no_family = ANY (ARRAY[0::bigint, 1::bigint])),
  CONSTRAINT residents_photo_consent_check CHECK (photo_consent = ANY (ARRAY[0::bigint, 1::bigint])),
  CONSTRAINT residents_photo_consent_extent_check CHECK (photo_consent_extent = ANY (ARRAY['own'::text, 'all'::text])),
  CONSTRAINT residents_photos_hidden_check CHECK (photos_hidden = ANY (ARRAY[0::bigint, 1::bigint])),
  CONSTRAINT residents_waiting_consent_check CHECK (waiting_consent = ANY (ARRAY['own'::text, 'none'::text]))
);

CREATE TABLE second_steps (
  id text COLLATE "C" NOT NULL,
  host_id text COLLATE "C",
  staff_id text COLLATE "C",
  operator_id text COLLATE "C",
  secret_sealed text COLLATE "C",
  next_sealed text COLLATE "C",
  last_counter bigint NOT NULL DEFAULT 0,
  created_at text COLLATE "C" NOT NULL,
  CONSTRAINT second_steps_pkey PRIMARY KEY (id),
  CONSTRAINT second_steps_operator_id_key UNIQUE (operator_id),
  CONSTRAINT second_steps_staff_id_key UNIQUE (staff_id),
  CONSTRAINT second_steps_host_id_staff_id_fkey FOREIGN KEY (host_id, staff_id) REFERENCES staffs(host_id, id) ON DELETE CASCADE,
  CONSTRAINT second_steps_operator_id_fkey FOREIGN KEY (operator_id) REFERENCES operators(id) ON DELETE CASCADE,
  CONSTRAINT second_steps_check CHECK ((staff_id IS NULL) = (host_id IS NULL)),
  CONSTRAINT second_steps_check1 CHECK ((staff_id IS NULL) <> (operator_id IS NULL))
);
CREATE INDEX second_steps_operator ON second_steps USING btree (operator_id) WHERE (operator_id IS NOT NULL);
CREATE INDEX second_steps_staff ON second_steps USING btree (host_id, staff_id) WHERE (staff_id IS NOT NULL);

CREATE TABLE sessions (
  id text COLLATE "C" NOT NULL,
  staff_id text COLLATE "C" NOT NULL,
  host_id text COLLATE "C" NOT NULL,
  created_at text COLLATE "C" NOT NULL,
  expires_at text COLLATE "C" NOT NULL,
  generation bigint NOT NULL DEFAULT 0,
  rotated_at text COLLATE "C",
  user_agent text COLLATE "C" NOT NULL DEFAULT ''::text,
  device_id text COLLATE "C",
  by_pin bigint NOT NULL DEFAULT 0,
  used_at text COLLATE "C",
  way text COLLATE "C" NOT NULL DEFAULT 'password'::text,
  confirmed_at text COLLATE "C",
  address text COLLATE "C" NOT NULL DEFAULT ''::text,
  CONSTRAINT sessions_pkey PRIMARY KEY (id),
  CONSTRAINT sessions_device_id_fkey FOREIGN KEY (device_id) REFERENCES shared_devices(id) ON DELETE CASCADE,
  CONSTRAINT sessions_host_id_staff_id_fkey FOREIGN KEY (host_id, staff_id) REFERENCES staffs(host_id, id) ON DELETE CASCADE,
  CONSTRAINT sessions_by_pin_check CHECK (by_pin = ANY (ARRAY[0::bigint, 1::bigint]))
);
CREATE INDEX sessions_device ON sessions USING btree (device_id) WHERE (device_id IS NOT NULL);
CREATE INDEX sessions_expiry ON sessions USING btree (expires_at);
CREATE INDEX sessions_staff ON sessions USING btree (host_id, staff_id);

CREATE TABLE shared_device_people (
  host_id text COLLATE "C" NOT NULL,
  device_id text COLLATE "C" NOT NULL,
  staff_id text COLLATE "C" NOT NULL,
  CONSTRAINT shared_device_people_pkey PRIMARY KEY (device_id, staff_id),
  CONSTRAINT shared_device_people_host_id_device_id_fkey FOREIGN KEY (host_id, device_id) REFERENCES shared_devices(host_id, id) ON DELETE CASCADE,
  CONSTRAINT shared_device_people_host_id_staff_id_fkey FOREIGN KEY (host_id, staff_id) REFERENCES staffs(host_id, id) ON DELETE CASCADE
);
CREATE INDEX shared_device_people_staff ON shared_device_people USING btree (host_id, staff_id);

CREATE TABLE shared_devices (
  id text COLLATE "C" NOT NULL,
  host_id text COLLATE "C" NOT NULL,
  name text COLLATE "C" NOT NULL,
  token_hash text COLLATE "C" NOT NULL,
  is_for_all bigint NOT NULL,
  made_by text COLLATE "C",
  last_used_at text COLLATE "C",
  expires_at text COLLATE "C" NOT NULL,
  created_at text COLLATE "C" NOT NULL,
  CONSTRAINT shared_devices_pkey PRIMARY KEY (id),
  CONSTRAINT shared_devices_host_id_id_key UNIQUE (host_id, id),
  CONSTRAINT shared_devices_token_hash_key UNIQUE (token_hash),
  CONSTRAINT shared_devices_host_id_fkey FOREIGN KEY (host_id) REFERENCES hosts(id) ON DELETE CASCADE,
  CONSTRAINT shared_devices_made_by_fkey FOREIGN KEY (made_by) REFERENCES staffs(id) ON DELETE SET NULL,
  CONSTRAINT shared_devices_is_for_all_check CHECK (is_for_all = ANY (ARRAY[0::bigint, 1::bigint]))
);
CREATE INDEX shared_devices_maker ON shared_devices USING btree (made_by);

CREATE TABLE sheets (
  host_id text COLLATE "C" NOT NULL,
  resident_id text COLLATE "C" NOT NULL,
  code_hash text COLLATE "C" NOT NULL,
  code_sealed text COLLATE "C" NOT NULL,
  expires_at text COLLATE "C" NOT NULL,
  created_at text COLLATE "C" NOT NULL,
  CONSTRAINT sheets_pkey PRIMARY KEY (host_id, resident_id),
  CONSTRAINT sheets_code_hash_key UNIQUE (code_hash),
  CONSTRAINT sheets_host_id_resident_id_fkey FOREIGN KEY (host_id, resident_id) REFERENCES residents(host_id, id) ON DELETE CASCADE
);

CREATE TABLE sign_in_tickets (
  hash text COLLATE "C" NOT NULL,
  purpose text COLLATE "C" NOT NULL,
  host_id text COLLATE "C",
  staff_id text COLLATE "C",
  operator_id text COLLATE "C",
  email text COLLATE "C",
  tries bigint NOT NULL DEFAULT 0,
  expires_at text COLLATE "C" NOT NULL,
  CONSTRAINT sign_in_tickets_pkey PRIMARY KEY (hash),
  CONSTRAINT sign_in_tickets_host_id_staff_id_fkey FOREIGN KEY (host_id, staff_id) REFERENCES staffs(host_id, id) ON DELETE CASCADE,
  CONSTRAINT sign_in_tickets_operator_id_fkey FOREIGN KEY (operator_id) REFERENCES operators(id) ON DELETE CASCADE,
  CONSTRAINT sign_in_tickets_purpose_check CHECK (purpose = ANY (ARRAY['second_step'::text, 'challenge'::text, 'browser'::text]))
);
CREATE INDEX sign_in_tickets_expiry ON sign_in_tickets USING btree (expires_at);
CREATE INDEX sign_in_tickets_operator ON sign_in_tickets USING btree (operator_id) WHERE (operator_id IS NOT NULL);
CREATE INDEX sign_in_tickets_staff ON sign_in_tickets USING btree (host_id, staff_id) WHERE (staff_id IS NOT NULL);

CREATE TABLE staffs (
  id text COLLATE "C" NOT NULL,
  host_id text COLLATE "C" NOT NULL,
  email text COLLATE "C",
  name text COLLATE "C" NOT NULL,
  name_kana text COLLATE "C" NOT NULL,
  role text COLLATE "C" NOT NULL,
  password_hash text COLLATE "C",
  confirmed_at text COLLATE "C",
  last_seen_at text COLLATE "C",
  created_at text COLLATE "C" NOT NULL,
  CONSTRAINT staffs_pkey PRIMARY KEY (id),
  CONSTRAINT staffs_host_id_email_key UNIQUE (host_id, email),
  CONSTRAINT staffs_host_id_id_key UNIQUE (host_id, id),
  CONSTRAINT staffs_host_id_fkey FOREIGN KEY (host_id) REFERENCES hosts(id) ON DELETE CASCADE,
  CONSTRAINT staffs_check CHECK (email IS NOT NULL OR role = 'general'::text AND password_hash IS NULL),
  CONSTRAINT staffs_email_check CHECK (email = lower(email)),
  CONSTRAINT staffs_role_check CHECK (role = ANY (ARRAY['admin'::text, 'general'::text]))
);
CREATE UNIQUE INDEX staffs_email ON staffs USING btree (email) WHERE (confirmed_at IS NOT NULL);

CREATE TABLE trial_letters (
  host_id text COLLATE "C" NOT NULL,
  day text COLLATE "C" NOT NULL,
  mailbox text COLLATE "C" NOT NULL,
  letters bigint NOT NULL,
  to_strangers bigint NOT NULL,
  CONSTRAINT trial_letters_pkey PRIMARY KEY (host_id, day, mailbox),
  CONSTRAINT trial_letters_host_id_fkey FOREIGN KEY (host_id) REFERENCES hosts(id) ON DELETE CASCADE
);

CREATE TABLE trial_notices (
  host_id text COLLATE "C" NOT NULL,
  trial_ends_at text COLLATE "C" NOT NULL,
  days_before bigint NOT NULL,
  noted_at text COLLATE "C" NOT NULL,
  CONSTRAINT trial_notices_pkey PRIMARY KEY (host_id, trial_ends_at, days_before),
  CONSTRAINT trial_notices_host_id_fkey FOREIGN KEY (host_id) REFERENCES hosts(id) ON DELETE CASCADE
);

CREATE TABLE troubles (
  name text COLLATE "C" NOT NULL,
  since text COLLATE "C",
  told_at text COLLATE "C",
  CONSTRAINT troubles_pkey PRIMARY KEY (name)
);

CREATE TABLE withheld_pictures (
  host_id text COLLATE "C" NOT NULL,
  resident_id text COLLATE "C" NOT NULL,
  picture text COLLATE "C" NOT NULL,
  reach text COLLATE "C" NOT NULL DEFAULT 'everybody'::text,
  asks bigint NOT NULL DEFAULT 1,
  waits bigint NOT NULL DEFAULT 0,
  CONSTRAINT withheld_pictures_pkey PRIMARY KEY (host_id, resident_id, picture, waits, reach),
  CONSTRAINT withheld_pictures_host_id_resident_id_fkey FOREIGN KEY (host_id, resident_id) REFERENCES residents(host_id, id) ON DELETE CASCADE,
  CONSTRAINT withheld_pictures_asks_check CHECK (asks = ANY (ARRAY[0::bigint, 1::bigint])),
  CONSTRAINT withheld_pictures_reach_check CHECK (reach = ANY (ARRAY['everybody'::text, 'others'::text])),
  CONSTRAINT withheld_pictures_waits_check CHECK (waits = ANY (ARRAY[0::bigint, 1::bigint]))
);
CREATE INDEX withheld_pictures_picture ON withheld_pictures USING btree (host_id, picture, reach, asks);
