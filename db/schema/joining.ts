import type { Generated } from 'kysely';
import type { Instant } from './types.ts';

/** By which relatives of one resident enter themselves; the newest alone is good. */
export interface SheetTable {
  host_id: string;
  resident_id: string;
  code_hash: string;
  /** Encrypted, since the sheet is printed again. */
  code_sealed: string;
  expires_at: Instant;
  created_at: Instant;
}

/** What a relative has entered; blank once it was decided. */
export interface ApplicationTable {
  id: string;
  host_id: string;
  resident_id: string;
  /** SHA-256 of the token of the relative's own page. */
  token_hash: string;
  /** As the relative wrote it. */
  resident_name: string;
  name: string;
  relationship: Generated<string>;
  delivery: 'email' | 'line' | 'link' | 'print';
  email: string | null;
  postcode: string | null;
  pref: Generated<string>;
  city: Generated<string>;
  town: Generated<string>;
  street: Generated<string>;
  /** About photos; null: later. */
  answer: 'all' | 'own' | 'none' | null;
  wording: number;
  /** When the button in the mail was pressed; null: not at this address. */
  proved_at: Instant | null;
  created_at: Instant;
  /** null: waits for an admin. */
  decided_at: Instant | null;
  decided_by: string | null;
  /** Why it was refused. */
  reason: string | null;
  family_id: string | null;
  /** The number of the link that was issued: the relative's page leads to no later one. */
  link_number: number | null;
}
