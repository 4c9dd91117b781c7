import type { Kysely } from 'kysely';
import { sql } from 'kysely';

/** Stored photos, their files, and the items that show them. */
export async function up(db: Kysely<never>): Promise<void> {
  await db.transaction().execute(async (tx) => {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(tx);
  });
}

const STATEMENTS = [
  `CREATE TABLE blobs (
    id TEXT PRIMARY KEY,
    host_id TEXT NOT NULL REFERENCES hosts (id) ON DELETE CASCADE,
    filename TEXT NOT NULL,
    content_type TEXT NOT NULL,
    byte_size INTEGER NOT NULL,
    checksum TEXT NOT NULL,
    sha256 TEXT,
    state TEXT NOT NULL CHECK (state IN ('awaiting', 'stored', 'accepted', 'ready', 'removing')),
    width INTEGER,
    height INTEGER,
    color TEXT,
    exif_taken_on TEXT,
    created_by TEXT REFERENCES staffs (id) ON DELETE SET NULL,
    created_at TEXT NOT NULL,
    slot_expires_at TEXT NOT NULL,
    UNIQUE (host_id, id)
  ) STRICT`,
  `CREATE INDEX blobs_unfinished ON blobs (state, created_at) WHERE state <> 'ready'`,
  `CREATE INDEX blobs_created_by ON blobs (created_by)`,
  `CREATE TABLE blob_files (
    blob_id TEXT NOT NULL,
    name TEXT NOT NULL,
    host_id TEXT NOT NULL,
    byte_size INTEGER NOT NULL,
    sha256 TEXT NOT NULL,
    PRIMARY KEY (blob_id, name),
    FOREIGN KEY (host_id, blob_id) REFERENCES blobs (host_id, id) ON DELETE CASCADE
  ) STRICT, WITHOUT ROWID`,
  `CREATE TABLE items (
    id TEXT PRIMARY KEY,
    host_id TEXT NOT NULL REFERENCES hosts (id) ON DELETE CASCADE,
    resident_id TEXT,
    blob_id TEXT NOT NULL,
    picture TEXT NOT NULL,
    is_upload INTEGER NOT NULL DEFAULT 1 CHECK (is_upload IN (0, 1)),
    taken_on TEXT NOT NULL,
    caption TEXT NOT NULL DEFAULT '',
    created_by TEXT REFERENCES staffs (id) ON DELETE SET NULL,
    created_at TEXT NOT NULL,
    deleted_at TEXT,
    UNIQUE (host_id, id),
    FOREIGN KEY (host_id, resident_id) REFERENCES residents (host_id, id),
    FOREIGN KEY (host_id, blob_id) REFERENCES blobs (host_id, id)
  ) STRICT`,
  `CREATE INDEX items_by_date ON items (host_id, taken_on, created_at) WHERE deleted_at IS NULL`,
  `CREATE INDEX items_by_resident ON items (host_id, resident_id, taken_on, created_at) WHERE deleted_at IS NULL`,
  `CREATE INDEX items_by_blob ON items (host_id, blob_id)`,
  `CREATE INDEX items_created_by ON items (created_by)`,
  `CREATE INDEX items_deleted ON items (deleted_at) WHERE deleted_at IS NOT NULL`,
  // The same picture once per place, and one item per upload, even under concurrency.
  `CREATE UNIQUE INDEX items_picture ON items (host_id, coalesce(resident_id, ''), picture) WHERE deleted_at IS NULL`,
  `CREATE UNIQUE INDEX items_upload ON items (blob_id) WHERE is_upload = 1`,
];
