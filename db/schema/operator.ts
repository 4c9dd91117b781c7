import type { Generated } from 'kysely';
import type { Instant } from './types.ts';

/** At most one row: a new one-time address replaces it. */
export interface OperatorTable {
  id: string;
  email: string;
  password_hash: string;
  created_at: Instant;
}

export interface OperatorSessionTable {
  /** SHA-256 of the cookie. */
  id: string;
  operator_id: string;
  created_at: Instant;
  expires_at: Instant;
  way: Generated<string>;
  /** NULL: not since it began. */
  confirmed_at: Generated<Instant | null>;
  /** Recorded every minute. */
  used_at: Generated<Instant | null>;
  user_agent: Generated<string>;
  address: Generated<string>;
}

/** What a legal page says, and since which day. */
export interface LegalTextTable {
  page: string;
  sha256: string;
  since: string;
}
