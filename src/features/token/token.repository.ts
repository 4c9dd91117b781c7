import type { Insertable } from 'kysely';
import type { Database } from '#db/schema.ts';
import type { Db } from '#server/database.ts';
import type { TokenPurpose } from './token.ts';

export const insertToken = (db: Db, row: Insertable<Database['one_time_tokens']>) =>
  db.insertInto('one_time_tokens').values(row).execute();

/** In any state. */
export const findToken = (db: Db, purpose: TokenPurpose, hash: string) =>
  db
    .selectFrom('one_time_tokens')
    .selectAll()
    .where('hash', '=', hash)
    .where('purpose', '=', purpose)
    .executeTakeFirst();

export const updateTokensUsed = (db: Db, purpose: TokenPurpose, email: string, now: string) =>
  db
    .updateTable('one_time_tokens')
    .set({ used_at: now })
    .where('purpose', '=', purpose)
    .where('email', '=', email)
    .where('used_at', 'is', null)
    .execute();

export const updateStaffTokensUsed = (
  db: Db,
  purpose: TokenPurpose,
  staffId: string,
  now: string,
) =>
  db
    .updateTable('one_time_tokens')
    .set({ used_at: now })
    .where('purpose', '=', purpose)
    .where('staff_id', '=', staffId)
    .where('used_at', 'is', null)
    .execute();

/** Expired or not. */
export const findUnusedToken = (db: Db, purpose: TokenPurpose, email: string) =>
  db
    .selectFrom('one_time_tokens')
    .select('hash')
    .where('purpose', '=', purpose)
    .where('email', '=', email)
    .where('used_at', 'is', null)
    .executeTakeFirst();

export const deleteTokensExpiredBefore = (db: Db, instant: string) =>
  db.deleteFrom('one_time_tokens').where('expires_at', '<', instant).execute();
