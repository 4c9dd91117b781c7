import type { Generated } from 'kysely';
import type { Civil, Flag, Instant } from './types.ts';

/** awaiting: a slot without bytes; stored: bytes on disk; accepted: decoded, an item may show it; ready: all variants made, upload gone; removing: files are being deleted. */
export type BlobState = 'awaiting' | 'stored' | 'accepted' | 'ready' | 'removing';

export interface BlobTable {
  id: string;
  host_id: string;
  filename: string;
  content_type: string;
  byte_size: number;
  /** Base64 MD5, announced by the client and verified. */
  checksum: string;
  /** Hex, of the uploaded bytes. */
  sha256: string | null;
  state: BlobState;
  width: number | null;
  height: number | null;
  color: string | null;
  /** From EXIF, if plausible. */
  exif_taken_on: Civil | null;
  created_by: string | null;
  created_at: Instant;
  slot_expires_at: Instant;
  /** Whether it is among `withheld_pictures`; kept by triggers. */
  withheld: Generated<Flag>;
}

export interface BlobFileTable {
  blob_id: string;
  name: string;
  host_id: string;
  byte_size: number;
  sha256: string;
}

export interface ItemTable {
  id: string;
  host_id: string;
  /** null: facility-wide. */
  resident_id: string | null;
  blob_id: string;
  /** SHA-256, repeated here for a unique index. */
  picture: string;
  /** 0 for a copy of another item. */
  is_upload: Generated<Flag>;
  taken_on: Civil;
  caption: Generated<string>;
  created_by: string | null;
  created_at: Instant;
  deleted_at: Instant | null;
  /** Of a published month: hidden from families until answered. */
  held: Generated<Flag>;
  /** Not in letters, by decision of staff. */
  left_out: Generated<Flag>;
  /** Among photos of one day and place: negative where ordered by hand, else 0. */
  position: Generated<number>;
}

/** A picture with a resident on it who withdrew consent, until an admin has answered for them. */
export interface WithheldPictureTable {
  host_id: string;
  resident_id: string;
  /** As in `items`. */
  picture: string;
}
