import { z } from 'zod';
import type { Database } from '#db/schema.ts';
import { migrations } from '#db/migrations/index.ts';

/** What another instance needs of a facility, beside what people read (domain.md#facilities). */
export const MANIFEST = 'data/manifest.json';
export const ROWS = 'data/rows.jsonl';
export const photoFile = (blobId: string, name: string): string => `data/photos/${blobId}/${name}`;

/** Rows fit programs with the same tables only. */
export const SHAPE = Object.keys(migrations).at(-1) ?? '';

const Id = z.string().regex(/^[A-Za-z0-9_-]{1,64}$/);

export const Manifest = z.strictObject({
  format: z.literal(1),
  shape: z.string().max(100),
  version: z.string().max(100),
  hostId: Id,
  rows: z.int().nonnegative(),
  /** Of the file of rows, in hex. */
  rowsSha256: z.string().regex(/^[0-9a-f]{64}$/),
});
export type Manifest = z.output<typeof Manifest>;

const Value = z.union([z.string(), z.number(), z.null()]);
const Row = z.record(z.string().regex(/^[a-z0-9_]{1,64}$/), Value);
export type Row = z.output<typeof Row>;

/** In the order in which they refer to each other. */
export const TABLES = [
  ...(['hosts', 'staffs', 'blobs', 'blob_files', 'residents', 'families', 'items'] as const),
  ...(['picture_people', 'withheld_pictures', 'consents'] as const),
  ...(['letters', 'letter_notes', 'letter_checks', 'letter_reads'] as const),
  ...(['answers', 'delivery_settings', 'delivery_runs', 'deliveries', 'handovers'] as const),
  ...(['trial_notices', 'audit_logs'] as const),
] satisfies (keyof Database)[];
export type Table = (typeof TABLES)[number];

export const Line = z.strictObject({ table: z.enum(TABLES), row: Row });
export type Line = z.output<typeof Line>;

/** A photo's file, once its row was checked. */
export type FileRow = Pick<Database['blob_files'], 'blob_id' | 'name' | 'byte_size' | 'sha256'>;
