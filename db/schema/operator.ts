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
}
