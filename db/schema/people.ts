import type { Generated } from 'kysely';
import type { ParkedKind } from './operations.ts';
import type { Civil, Flag, Instant } from './types.ts';

export interface HostTable {
  id: string;
  name: string;
  postcode: Generated<string>;
  pref: Generated<string>;
  city: Generated<string>;
  town: Generated<string>;
  street: Generated<string>;
  phone: Generated<string>;
  plan: string | null;
  activated_at: Instant | null;
  trial_ends_at: Instant | null;
  /** Not yet confirmed by the operator. */
  continued_at: Generated<Instant | null>;
  /** The operator knows that it is one: no limit of letters during its trial. */
  confirmed_at: Generated<Instant | null>;
  /** Incremented by triggers with every change a family could see; part of the letter cache key. */
  content_version: Generated<number>;
  /** Maintained by triggers. */
  stored_bytes: Generated<number>;
  asks_second_step: Generated<'nobody' | 'admins' | 'everybody'>;
  /** An admin answered whether to ask for it. */
  second_step_answered_at: Generated<Instant | null>;
  /** Once a year, whether answers about photos still hold. */
  asks_consent_again: Generated<Flag>;
  /** An admin needs no more guidance on 今月. */
  first_steps_closed_at: Generated<Instant | null>;
  /** When an admin sent a letter to themself. */
  own_letter_at: Generated<Instant | null>;
  created_at: Instant;
}

export interface StaffTable {
  id: string;
  host_id: string;
  /** NULL: signs in on shared devices only; then also without a password, and no admin. */
  email: string | null;
  name: string;
  name_kana: string;
  role: 'admin' | 'general';
  password_hash: string | null;
  confirmed_at: Instant | null;
  last_seen_at: Instant | null;
  created_at: Instant;
}

export interface SessionTable {
  /** SHA-256 of the session token, which only the cookie contains. */
  id: string;
  staff_id: string;
  host_id: string;
  created_at: Instant;
  expires_at: Instant;
  /** Rotations of the refresh token. */
  generation: Generated<number>;
  rotated_at: Instant | null;
  user_agent: Generated<string>;
  /** The shared device on which it began. */
  device_id: Generated<string | null>;
  /** A carer's powers only. */
  by_pin: Generated<Flag>;
  /** On a shared device; recorded every minute. */
  used_at: Generated<Instant | null>;
  /** How the person signed in (SIGN_IN_WAYS). */
  way: Generated<string>;
  /** When the person last proved who they are; NULL: not since it began. */
  confirmed_at: Generated<Instant | null>;
  address: Generated<string>;
}

export interface OneTimeTokenTable {
  /** SHA-256 of the mailed token. */
  hash: string;
  purpose: 'host_sign_up' | 'staff_sign_up' | 'password' | 'email' | 'operator';
  host_id: string | null;
  staff_id: string | null;
  email: string;
  expires_at: Instant;
  used_at: Instant | null;
  /** The facility starts without a trial and limits. */
  by_operator: Generated<Flag>;
  created_at: Instant;
}

/** Queued with this row. */
export interface TrialNoticeTable {
  host_id: string;
  trial_ends_at: Instant;
  days_before: number;
  noted_at: Instant;
}

export interface InvitationTable {
  host_id: string;
  token_hash: string;
  /** Encrypted, since the QR code is shown again. */
  token_sealed: string;
  expires_at: Instant;
  created_at: Instant;
}

export interface ResidentTable {
  id: string;
  host_id: string;
  name: string;
  name_kana: Generated<string>;
  room: Generated<string>;
  birthday: Civil | null;
  /** NULL: the family has not been asked. */
  photo_consent: Flag | null;
  /** How far a yes reaches: to letters of the own family, or to others' too. */
  photo_consent_extent: Generated<'own' | 'all'>;
  /** The narrowest of families' answers that wait for an admin: pictures obey it at once. */
  waiting_consent: Generated<'own' | 'none' | null>;
  /** What the person has said or shown about it, for staff only. */
  own_wish: Generated<string>;
  /** Said by staff; it counts while no family is registered. */
  has_no_family: Generated<Flag>;
  /** Consent was withdrawn and an admin has yet to decide about earlier photos. */
  photos_hidden: Generated<Flag>;
  left_on: Civil | null;
  away_since: Civil | null;
  died_on: Civil | null;
  /** The first day of the month under way when the death was entered: no letters from it on. */
  letters_end: Civil | null;
  /** An admin chose one last letter, of that month. */
  last_letter: Generated<Flag>;
  last_words: Generated<string>;
  portrait_blob_id: string | null;
  token: string;
  created_at: Instant;
}

/** An answer about a resident's photos; the last one that an admin has confirmed holds. */
export interface ConsentTable {
  id: string;
  host_id: string;
  resident_id: string;
  /** Photos in all letters, in those of the own family, or in none. */
  answer: 'all' | 'own' | 'none';
  /** null: not recorded. */
  given_by: 'person' | 'relative' | 'guardian' | null;
  by_name: Generated<string>;
  relationship: Generated<string>;
  /** null: not recorded. */
  answered_on: Civil | null;
  way: 'paper' | 'spoken' | 'page' | null;
  /** The version of the form's words that were read; null: none of ours. */
  wording: number | null;
  note: Generated<string>;
  /** Who answered on their page. */
  family_id: string | null;
  /** The number of that family's link then, 0 for the first; null: not recorded. */
  link_number: Generated<number | null>;
  recorded_by: string | null;
  created_at: Instant;
  /** null: a family's answer that waits for an admin. */
  confirmed_at: Instant | null;
}

/** A button in a mail about a family's address (domain.md#how-a-family-receives). */
export interface AddressLinkTable {
  /** Hash of the token. */
  hash: string;
  host_id: string;
  family_id: string;
  /** `new`: to an address that nobody has proven; `former`: to a mailbox that its letters left. */
  kind: 'new' | 'former';
  /** To which it went. */
  email: string;
  /** The family's when it was made: another one ends it. */
  state: string;
  /** When the family came to that mailbox, in the order of its links; 0 for one that is new. */
  mailbox_number: Generated<number>;
  expires_at: Instant;
  /** Pressed, or ended before. */
  ended_at: Generated<Instant | null>;
}

export interface FamilyTable {
  id: string;
  host_id: string;
  resident_id: string;
  name: string;
  name_kana: Generated<string>;
  relationship: Generated<string>;
  email: string | null;
  /** As typed; empty without one. */
  phone: Generated<string>;
  postcode: string | null;
  pref: Generated<string>;
  city: Generated<string>;
  town: Generated<string>;
  street: Generated<string>;
  delivery: 'email' | 'link' | 'print';
  token: string;
  created_at: Instant;
  /** Before links had numbers. */
  renewed_at: Generated<Instant | null>;
  /** The link's number, in the order in which the facility issued them; null: leads to no other. */
  link_number: Generated<number | null>;
  /** When it came to its mailbox, in the same order; null: not after its link was issued. */
  mailbox_number: Generated<number | null>;
  /** When its address was last changed. */
  email_since: Generated<Instant | null>;
  /** When a button in a mail to its address was pressed. */
  email_proved_at: Generated<Instant | null>;
  /** The first month whose letter goes to it again; null: none is left out. */
  paused_until: Generated<number | null>;
  /** When it stopped its mails and messages; only the family itself takes them up again. */
  stopped_at: Generated<Instant | null>;
  /** By LINE, as long as accounts are joined; `delivery` is the way without them. */
  by_line: Generated<Flag>;
  also_by_mail: Generated<Flag>;
  /** Since when its address gets no mail: one came back. */
  returned_at: Generated<Instant | null>;
  returned_kind: Generated<ParkedKind | null>;
  /** Why, in words for staff. */
  returned_words: Generated<string | null>;
  /** When somebody last said that its address is right: mails of before tell nothing of it. */
  email_checked_at: Generated<Instant | null>;
}
