import type { Generated } from 'kysely';
import type { Instant } from './types.ts';

/** A LINE account that gets a family's letters. */
export interface LineAccountTable {
  host_id: string;
  family_id: string;
  /** Hash of the user id, which names the account in every other table. */
  account: string;
  /** For sending only: never shown, logged or exported. */
  user_id: string;
  /** By LINE's clock. */
  joined_at: Instant;
  /** As LINE shows it to others; empty where LINE did not say. */
  name: Generated<string>;
}

/** One-time codes; without a family it is the operator's, to try the channel. */
export interface LineCodeTable {
  hash: string;
  host_id: string | null;
  family_id: string | null;
  /** Who used it. */
  account: string | null;
  /** Hash of the link that it was taken with: it joins only while that opens. */
  link: string | null;
  /** Encrypted, since a card is shown again; NULL for one that is shown once. */
  sealed: Generated<string | null>;
  expires_at: Instant;
  created_at: Instant;
}

/** Events that were taken: LINE sends some of them again. */
export interface LineEventTable {
  id: string;
  received_at: Instant;
  /** JSON, without what was written; NULL once it was worked off. */
  payload: string | null;
  failures: Generated<number>;
}

/** When an account last stopped all letters, since events come in any order. */
export interface LineStopTable {
  account: string;
  /** By LINE's clock. */
  stopped_at: Instant;
}
