import type { Generated } from 'kysely';
import type { Civil, Instant } from './types.ts';

/** A facility that has set its last day; taken back, the row goes. */
export interface FacilityEndingTable {
  host_id: string;
  /** The last day on which all goes on. */
  ends_on: Civil;
  /** To its families; empty for ours. */
  words: Generated<string>;
  asked_by: 'facility' | 'operator';
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
