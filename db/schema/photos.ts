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
  /** Hidden from everybody (`withheld_pictures`); kept by triggers. */
  withheld: Generated<Flag>;
  /**
   * The only resident whose families see it; '' where several agreed to their own families only;
   * null: no such limit. Kept by triggers.
   */
  only_for: Generated<string | null>;
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
  /** In a published month: hidden from families until answered. */
  held: Generated<Flag>;
  /** Not in letters, by decision of staff or by a rule. */
  left_out: Generated<Flag>;
  /** Because of whom a rule left it out (`item/leave-out.ts`); '' by decision of staff. */
  left_out_for: Generated<string>;
  /** Among photos of one day and place: negative where ordered by hand, else 0. */
  position: Generated<number>;
}

/**
 * A picture that names a resident who withdrew consent, until an admin has answered for them, or who
 * agreed to letters of the own family only; or whose family has said so and waits for an admin.
 */
export interface WithheldPictureTable {
  host_id: string;
  resident_id: string;
  /** As in `items`. */
  picture: string;
  /** From whom it is hidden: everybody, or all but the resident's own families. */
  reach: Generated<'everybody' | 'others'>;
  /** An admin has yet to decide. */
  asks: Generated<Flag>;
  /** Because of `residents.waiting_consent`; 0: because of the answer that holds. */
  waits: Generated<Flag>;
}

/** Who is on a photo of the whole facility, as far as staff have named them. */
export interface PicturePersonTable {
  host_id: string;
  /** As in `items`. */
  picture: string;
  resident_id: string;
}
