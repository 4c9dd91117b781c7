import type { Generated } from 'kysely';
import type { ReturnKind } from './operations.ts';
import type { Civil, Flag, Instant } from './types.ts';

export interface LetterTable {
  host_id: string;
  year_month: number;
  title: string;
  body: string;
  cover_item_id: string | null;
  version: number;
  updated_at: Instant;
}

export interface LetterReadTable {
  host_id: string;
  family_id: string;
  year_month: number;
  seen_at: Instant;
  stamp: string | null;
  /** How many words this family sent about this letter. */
  answers: Generated<number>;
  /** How often replies to its words changed. */
  replies: Generated<number>;
}

/** 今月のご様子; an emptied one keeps its row, so that older pages cannot overwrite later texts. */
export interface LetterNoteTable {
  host_id: string;
  resident_id: string;
  year_month: number;
  body: string;
  version: number;
  updated_by: string | null;
  updated_at: Instant;
}

export interface LetterCheckTable {
  host_id: string;
  resident_id: string;
  year_month: number;
  checked_at: Instant | null;
  checked_by: string | null;
  /** Why the letter is not sent; NULL when it is. */
  held_back: string | null;
  held_back_at: Instant | null;
  held_back_by: string | null;
}

export interface DeliverySettingTable {
  host_id: string;
  mail_enabled: Generated<Flag>;
  hour: Generated<number>;
  sender_name: Generated<string>;
  signature: Generated<string>;
  early_look: Generated<Flag>;
  takes_answers: Generated<Flag>;
}

export interface DeliveryTable {
  host_id: string;
  family_id: string;
  year_month: number;
  /** The LINE account that gets it; empty for a mail. */
  account: Generated<string>;
  /** Deleted after a while. */
  outbox_id: string | null;
  created_at: Instant;
  /** Copied from the outbox by a trigger. */
  state: Generated<'queued' | 'sent' | 'failed'>;
  sent_at: Instant | null;
  last_error: string | null;
  /** Hash of the newest mail's mailbox, for a trial host. */
  mailbox: string | null;
  /** How the newest mail came back after it was sent: it has failed, unless by a complaint. */
  returned: Generated<ReturnKind | null>;
  returned_at: Generated<Instant | null>;
}

/** By the day they are sent. */
export interface TrialLetterTable {
  host_id: string;
  day: Civil;
  /** Hashed. */
  mailbox: string;
  letters: number;
  /** To mailboxes that had not answered. */
  to_strangers: number;
}

export interface DeliveryRunTable {
  host_id: string;
  year_month: number;
  /** off: mails were switched off; inactive: the trial was over. */
  outcome: 'mails' | 'off' | 'inactive';
  /** Families added later get no mail in this run. */
  due_at: Instant;
  started_at: Instant;
  /** Families up to this id are done. */
  reached: Generated<string>;
  finished_at: Instant | null;
  /** When admins were mailed how many letters are theirs to hand over, or there were none. */
  admins_told_at: Generated<Instant | null>;
  /** The facility's when its families were last gone through. */
  content_version: Generated<number>;
}

/** A family that had no letter at the hour of delivery, but may still get one on that day. */
export interface DeliveryWaitTable {
  host_id: string;
  family_id: string;
  year_month: number;
  /** The resident was away, and the letter held nothing of their own. */
  was_away: Flag;
}

/** お渡ししました: a row is a tick. */
export interface HandoverTable {
  host_id: string;
  family_id: string;
  year_month: number;
  /** How the family got its letters then. */
  delivery: 'link' | 'print';
  done_at: Instant;
  done_by: string | null;
}
