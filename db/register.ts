import type { Database } from './schema.ts';

/**
 * Where each table stands in the register of data: a sentence says why it holds nothing of a person;
 * otherwise its columns stand under the entries of the privacy page (src/components/legal/register.ts)
 * which tell people of them, and those that say nothing of a person under `none`. A table or a
 * column that is not here fails tests/register.test.ts. Facts of a resident or a family stand there where
 * they are declared (src/domains/people/resident-facts.ts, family-facts.ts).
 */
type Place = string | Readonly<Record<string, string>>;

/** Columns of any table: what a row is, whose, and when it was made. */
export const OF_ANY_TABLE = 'id host_id created_at';

export const REGISTER: Partial<Record<keyof Database, Place>> = {
  hosts: {
    facility: 'name postcode pref city town street phone',
    plan: 'plan activated_at trial_ends_at continued_at confirmed_at',
    settings:
      'asks_second_step second_step_answered_at asks_consent_again first_steps_closed_at own_letter_at',
    none: 'content_version stored_bytes',
  },
  delivery_settings: {
    settings: 'mail_enabled hour sender_name signature early_look takes_answers',
  },
  facility_endings: {
    facility: 'ends_on words asked_by own_ends_on own_words',
    none: 'days_given counted_on',
  },
  ended_facilities: { facility: 'name ended_on deleted_at' },
  ended_links: { address: 'hash', none: 'ended_facility_id' },
  legal_texts: 'since when each legal page says what it says',
  trial_notices: 'which notice of the end of its trial a facility was mailed',
  delivery_runs: 'how far the delivery of a month is for a facility',
  invitations: 'the code of the facility that invites colleagues; nobody is named',

  staffs: { staff: 'email name name_kana role last_seen_at confirmed_at', signIn: 'password_hash' },
  pins: { signIn: 'staff_id hash is_first expires_at' },
  pin_tries: { tries: 'device_id staff_id count' },
  passkeys: {
    signIn: 'staff_id operator_id credential_id public_key transports name last_used_at',
    none: 'counter',
  },
  second_steps: {
    signIn: 'staff_id operator_id secret_sealed next_sealed',
    none: 'last_counter',
  },
  recovery_codes: { signIn: 'staff_id operator_id hash used_at' },
  sessions: {
    devices: 'staff_id user_agent address used_at way confirmed_at device_id by_pin expires_at',
    none: 'generation rotated_at',
  },
  remembered_browsers: {
    devices: 'staff_id operator_id user_agent last_used_at expires_at token_hash',
  },
  shared_devices: {
    sharedDevices: 'name made_by last_used_at is_for_all expires_at token_hash',
  },
  shared_device_people: { sharedDevices: 'device_id staff_id' },
  one_time_tokens: {
    oneTime: 'email staff_id purpose used_at expires_at hash',
    none: 'by_operator',
  },
  sign_in_tickets: {
    oneTime: 'email staff_id operator_id purpose expires_at hash',
    none: 'tries',
  },

  residents: {
    resident: 'portrait_blob_id has_no_family',
    life: 'away_since left_on died_on last_letter last_words letters_end',
    consent: 'photo_consent photo_consent_extent waiting_consent photos_hidden',
    address: 'token',
  },
  consents: {
    consent:
      'resident_id answer given_by by_name relationship answered_on way wording note family_id recorded_by confirmed_at',
    none: 'link_number',
  },
  picture_people: { onPhotos: 'picture resident_id' },
  withheld_pictures: { onPhotos: 'picture resident_id reach asks waits' },

  families: {
    family: 'resident_id',
    ways: 'delivery by_line also_by_mail paused_until stopped_at email_since email_proved_at email_checked_at returned_at returned_kind returned_words',
    address: 'token renewed_at',
    none: 'link_number mailbox_number',
  },
  address_links: {
    ways: 'family_id kind email expires_at ended_at hash',
    none: 'state mailbox_number',
  },
  sheets: { sheet: 'resident_id code_hash code_sealed expires_at' },
  applications: {
    application:
      'resident_id resident_name name relationship delivery email postcode pref city town street answer wording proved_at decided_at decided_by reason family_id',
    none: 'token_hash link_number',
  },
  line_accounts: { line: 'family_id account user_id joined_at name' },
  line_codes: { line: 'family_id account hash link sealed expires_at' },
  line_events: { lineEvents: 'payload received_at', none: 'failures' },
  line_stops: { lineEvents: 'account stopped_at' },

  blobs: {
    photo: 'filename exif_taken_on created_by sha256 checksum',
    onPhotos: 'only_for',
    none: 'content_type byte_size state width height color slot_expires_at withheld',
  },
  blob_files: 'the files of a photo, by its id and a hash',
  items: {
    photo:
      'resident_id blob_id picture taken_on caption created_by deleted_at held left_out left_out_for',
    none: 'is_upload position',
  },
  letters: {
    letter: 'title body cover_item_id updated_at',
    none: 'year_month version',
  },
  letter_notes: { note: 'resident_id year_month body updated_by updated_at', none: 'version' },
  letter_checks: {
    checks: 'resident_id year_month checked_at checked_by held_back held_back_at held_back_by',
  },

  letter_reads: { seen: 'family_id year_month seen_at stamp', none: 'answers replies' },
  answers: {
    words:
      'resident_id family_id family_name relationship year_month body passed_on_at passed_on_by hidden_at reply replied_at replied_by told_way',
  },

  deliveries: {
    delivered:
      'family_id year_month account state sent_at last_error mailbox returned returned_at outbox_id',
  },
  delivery_waits: { delivered: 'family_id year_month was_away' },
  handovers: { delivered: 'family_id year_month delivery done_at done_by' },
  ending_tellings: {
    delivered:
      'family_id account ends_on told_before set_at outbox_id state is_restored sent_at done_at done_by',
  },
  trial_letters: { trialLetters: 'day mailbox letters to_strangers' },
  outbox: {
    mails:
      'recipient subject text html content reply_to sent_at last_error refusal refused_at returned returned_at returned_words fault channel stopped',
    none: 'kind message_id state attempts failures next_attempt_at is_urgent queue holder tried_at',
  },

  audit_logs: {
    history: 'staff_id action target resident_id detail address network browser way',
  },
  rate_limits: { tries: 'key count resets_at' },
  contacts: { contact: 'name email body' },
  operators: { operator: 'email password_hash' },
  operator_sessions: {
    operator: 'operator_id user_agent address used_at way confirmed_at expires_at',
  },

  jobs: 'work to be done, with ids only',
  leases: 'which process does what',
  troubles: 'which check of the server has failed',
  mailbox_readings: 'when the mailbox of returned mails was read; it names none of them',
  figures: 'how many requests of a kind were answered, and how fast',
  levels: 'how full and how large the server is',
  error_numbers: 'errors by number and route; no link, name or address',
};
