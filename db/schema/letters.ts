import type { Generated } from 'kysely';
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
}

export interface DeliverySettingTable {
  host_id: string;
  mail_enabled: Generated<Flag>;
  hour: Generated<number>;
  sender_name: Generated<string>;
  signature: Generated<string>;
  early_look: Generated<Flag>;
}

export interface DeliveryTable {
  host_id: string;
  family_id: string;
  year_month: number;
  /** The newest mail about it; the row there goes after a while. */
  outbox_id: string | null;
  created_at: Instant;
  /** What became of that mail; a trigger follows the outbox. */
  state: Generated<'queued' | 'sent' | 'failed'>;
  /** When one about it last left the house. */
  sent_at: Instant | null;
  last_error: string | null;
  /** Hash of the mailbox that the newest mail was for, of a host on its trial. */
  mailbox: string | null;
}

/** Letters of a host on its trial, by the day they go out. */
export interface TrialLetterTable {
  host_id: string;
  day: Civil;
  /** Hash. */
  mailbox: string;
  letters: number;
  /** Of those, letters to a mailbox that had not answered. */
  to_strangers: number;
}

/** What was decided for one host and month on the day of delivery, once. */
export interface DeliveryRunTable {
  host_id: string;
  year_month: number;
  /** off: its mails were switched off; inactive: its trial was over. */
  outcome: 'mails' | 'off' | 'inactive';
  /** The hour it was meant for; families added later get no mail by it. */
  due_at: Instant;
  started_at: Instant;
  /** Families up to this id have been seen to. */
  reached: Generated<string>;
  finished_at: Instant | null;
}
