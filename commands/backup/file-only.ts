import type { Env } from '#server/env.ts';

/** These commands copy and check a file. @throws Error with one line if the database is elsewhere */
export function requireFileDatabase({ DATABASE_URL }: Pick<Env, 'DATABASE_URL'>): void {
  if (DATABASE_URL === undefined) return;
  throw new Error('this is for the database file in DATA_DIR; with DATABASE_URL use pg_dump');
}
