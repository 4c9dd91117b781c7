import type { Kysely } from 'kysely';
import { PostgresAdapter, sql } from 'kysely';
import { LETTERS } from '#db/baseline/letters.ts';
import { OPERATIONS } from '#db/baseline/operations.ts';
import { PEOPLE } from '#db/baseline/people.ts';
import { PHOTOS } from '#db/baseline/photos.ts';
import { POSTGRES_TRIGGERS } from '#db/baseline/postgres-triggers.ts';
import { SIGN_IN } from '#db/baseline/sign-in.ts';
import { SQLITE_TRIGGERS } from '#db/baseline/sqlite-triggers.ts';

/** The schema of version 0.2.0; its own migrations are gone (`db/migrate.ts`). */
export async function up(db: Kysely<never>): Promise<void> {
  const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter;
  const own = isPostgres
    ? [...FUNCTIONS, ...INDEXES, ...CONSTRAINTS, ...POSTGRES_TRIGGERS]
    : SQLITE_TRIGGERS;
  await db.transaction().execute(async (tx) => {
    for (const statement of [...TABLES, ...own]) await sql.raw(statement).execute(tx);
  });
}

/** In the order in which they refer to each other. */
const TABLES = [...PEOPLE, ...SIGN_IN, ...PHOTOS, ...LETTERS, ...OPERATIONS];

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

/** The table was made anew on the way to 0.2.0, and PostgreSQL keeps the names of that time. */
const CONSTRAINTS = [
  'pkey',
  'purpose_check',
  'by_operator_check',
  'host_id_fkey',
  'host_id_staff_id_fkey',
].map(
  (name) =>
    `ALTER TABLE one_time_tokens
      RENAME CONSTRAINT one_time_tokens_${name} TO new_one_time_tokens_${name}`,
);
