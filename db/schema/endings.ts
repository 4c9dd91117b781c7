import type { Generated } from 'kysely';
import type { Civil, Flag, Instant } from './types.ts';

/** A facility that has set its last day; taken back, the row goes. */
export interface FacilityEndingTable {
  host_id: string;
  /** The last day on which all goes on. */
  ends_on: Civil;
  /** To its families; empty for ours. */
  words: Generated<string>;
  asked_by: 'facility' | 'operator';
  /** Its own last day, which holds again once the operator takes its end back. */
  own_ends_on: Generated<Civil | null>;
  own_words: Generated<string>;
  /** When this day was set. */
  created_at: Instant;
  /** Days after the last one on which families, all of them told, could read. */
  days_given: Generated<number>;
  /** The last of these days. */
  counted_on: Generated<Civil | null>;
}

/** What is left of a facility for a year. */
export interface EndedFacilityTable {
  id: string;
  name: string;
  ended_on: Civil;
  deleted_at: Instant;
}

export interface EndedLinkTable {
  /** SHA-256 of both tokens. */
  hash: string;
  ended_facility_id: string;
}

/** What a family was told last, by each account of LINE or without one. */
export interface EndingTellingTable {
  host_id: string;
  family_id: string;
  account: Generated<string>;
  /** The last day it is told of; NULL: that there is none any more. */
  ends_on: Civil | null;
  /** The day that it had been told of before. */
  told_before: Civil | null;
  /** When the day was set: what is told of once has one key (P4). */
  set_at: Instant;
  outbox_id: string | null;
  /** `hand`: the facility tells it itself. */
  state: 'queued' | 'sent' | 'hand';
  /** By a backup: it may have been told since. */
  is_restored: Generated<Flag>;
  sent_at: Instant | null;
  /** When somebody of the facility has told it, and who. */
  done_at: Instant | null;
  done_by: string | null;
}
