import type { Generated } from 'kysely';
import type { Instant } from './types.ts';

/** Columns of what belongs to a colleague, or to the operator. */
interface Held {
  host_id: string | null;
  staff_id: string | null;
  operator_id: string | null;
}

export interface PasskeyTable extends Held {
  id: string;
  /** Base64url, like the public key (COSE). */
  credential_id: string;
  public_key: string;
  /** Uses that the authenticator counted; 0 where it does not count. */
  counter: number;
  /** Words of WebAuthn with commas between. */
  transports: string;
  name: string;
  last_used_at: Instant | null;
  created_at: Instant;
}

/** An authenticator app, one for each person. */
export interface SecondStepTable extends Held {
  id: string;
  /** Encrypted: codes are computed with it. NULL: none yet. */
  secret_sealed: string | null;
  /** The next app's, until its first code was entered. */
  next_sealed: string | null;
  /** The period (30 s) of the last code that was taken: each works once. */
  last_counter: Generated<number>;
  created_at: Instant;
}

export interface RecoveryCodeTable extends Held {
  /** Keyed with the server's secret. */
  hash: string;
  used_at: Instant | null;
  created_at: Instant;
}

/** Browsers that are not asked for the second step. */
export interface RememberedBrowserTable extends Held {
  id: string;
  /** SHA-256 of the token, which only the browser's cookie contains. */
  token_hash: string;
  user_agent: string;
  last_used_at: Instant | null;
  expires_at: Instant;
  created_at: Instant;
}

export interface SignInTicketTable extends Held {
  /** SHA-256 of what the client holds. */
  hash: string;
  /**
   * `second_step`: the password was right. `challenge`: was answered, and is not taken again.
   * `browser`: mailed, for a sign-in from a browser that too many failures keep out.
   */
  purpose: 'second_step' | 'challenge' | 'browser';
  email: string | null;
  /** Wrong codes. */
  tries: Generated<number>;
  expires_at: Instant;
}
