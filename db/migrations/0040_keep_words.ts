import type { Kysely } from 'kysely';
import { PostgresAdapter, sql } from 'kysely';

/** What a mail says takes a fifth of the room of what is sent, which is rendered then. */
export async function up(db: Kysely<never>): Promise<void> {
  const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter;
  const object = isPostgres ? 'json_build_object' : 'json_object';
  const json = isPostgres ? 'html::json' : 'json(html)';
  const text = isPostgres ? '::text' : '';
  const statements = [
    `ALTER TABLE outbox ADD COLUMN content TEXT NOT NULL DEFAULT ''`,
    `UPDATE outbox SET content = ${object}('text', text, 'html', html)${text}
      WHERE channel = 'mail' AND html <> ''`,
    `UPDATE outbox SET content = ${object}('text', text, 'message', ${json})${text}
      WHERE channel = 'line' AND html <> ''`,
    `ALTER TABLE outbox DROP COLUMN text`,
    `ALTER TABLE outbox DROP COLUMN html`,
  ];
  await db.transaction().execute(async (tx) => {
    for (const statement of statements) await sql.raw(statement).execute(tx);
  });
}
