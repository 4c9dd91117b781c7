import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import { LETTERS } from './letters.ts';
import { OPERATIONS } from './operations.ts';
import { PEOPLE } from './people.ts';
import { PHOTOS } from './photos.ts';
import { TRIGGERS } from './triggers.ts';

/** Words of our queries that PostgreSQL does not know; both are inlined. */
const FUNCTIONS = [
  `CREATE FUNCTION unlikely(condition boolean) RETURNS boolean
    LANGUAGE sql IMMUTABLE PARALLEL SAFE AS 'SELECT condition'`,
  `CREATE FUNCTION instr(whole text, part text) RETURNS integer
    LANGUAGE sql IMMUTABLE PARALLEL SAFE AS 'SELECT strpos(whole, part)'`,
];

/** Only here: `neighbours` looks for photos of no resident, which SQLite finds in the wider index. */
const INDEXES = [
  `CREATE INDEX items_shared ON items (host_id, taken_on)
    WHERE resident_id IS NULL AND deleted_at IS NULL`,
];

/** The schema that migrations 1 to 30 leave on SQLite. */
export async function up(db: Kysely<never>): Promise<void> {
  const statements = [...FUNCTIONS, ...PEOPLE, ...PHOTOS, ...LETTERS, ...OPERATIONS];
  for (const statement of [...statements, ...INDEXES, ...TRIGGERS]) {
    await sql.raw(statement).execute(db);
  }
}
