import type { Kysely } from 'kysely';
import { PostgresAdapter, sql } from 'kysely';

/** What came back without a reason that can be read, and what a mailbox passed on in vain. */
export async function up(db: Kysely<never>): Promise<void> {
  const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter;
  const statements = ['deliveries', 'outbox'].flatMap(isPostgres ? ofPostgres : ofSqlite);
  await db.transaction().execute(async (tx) => {
    for (const statement of statements) await sql.raw(statement).execute(tx);
  });
}

const KINDS = `('hard', 'soft', 'ours', 'complaint', 'unclear', 'forwarded')`;

const ofPostgres = (table: string): string[] => [
  `ALTER TABLE ${table} DROP CONSTRAINT ${table}_returned_check`,
  `ALTER TABLE ${table} ADD CONSTRAINT ${table}_returned_check CHECK (returned IN ${KINDS})`,
];

/** SQLite changes no check: the column is made anew. */
const ofSqlite = (table: string): string[] => [
  `ALTER TABLE ${table} ADD COLUMN returned_anew TEXT CHECK (returned_anew IN ${KINDS})`,
  `UPDATE ${table} SET returned_anew = returned WHERE returned IS NOT NULL`,
  ...(table === 'outbox' ? [`DROP INDEX outbox_returned`] : []),
  `ALTER TABLE ${table} DROP COLUMN returned`,
  `ALTER TABLE ${table} RENAME COLUMN returned_anew TO returned`,
  ...(table === 'outbox'
    ? [`CREATE INDEX outbox_returned ON outbox (returned, returned_at) WHERE returned IS NOT NULL`]
    : []),
];
