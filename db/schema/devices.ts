import type { Flag, Instant } from './types.ts';

/** A phone that several carers share. */
export interface SharedDeviceTable {
  id: string;
  host_id: string;
  name: string;
  /** SHA-256 of the token, which only the device's cookie contains. */
  token_hash: string;
  /** Everyone of the facility, also later colleagues; otherwise `shared_device_people`. */
  is_for_all: Flag;
  made_by: string | null;
  last_used_at: Instant | null;
  expires_at: Instant;
  created_at: Instant;
}

export interface SharedDevicePersonTable {
  host_id: string;
  device_id: string;
  staff_id: string;
}

export interface PinTable {
  staff_id: string;
  host_id: string;
  /** Argon2id of the PIN, keyed with the server's secret. */
  hash: string;
  /** Given by an admin: the carer replaces it with the first use, before it expires. */
  is_first: Flag;
  expires_at: Instant | null;
  created_at: Instant;
}

/** Wrong PINs in a row. */
export interface PinTryTable {
  device_id: string;
  staff_id: string;
  count: number;
}
