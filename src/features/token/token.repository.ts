import type { Insertable } from 'kysely';
import type { Database } from '#db/schema.ts';
import type { Db } from '../../server/database.ts';
import type { TokenPurpose } from './token.ts';

export const insertToken = (db: Db, row: Insertable<Database['one_time_tokens']>) =>
  db.insertInto('one_time_tokens').values(row).execute();

/** Whatever its state; a token of another purpose does not exist. */
export const findToken = (db: Db, purpose: TokenPurpose, hash: string) =>
  db
    .selectFrom('one_time_tokens')
    .selectAll()
    .where('hash', '=', hash)
    .where('purpose', '=', purpose)
    .executeTakeFirst();

/** Ends the living tokens of a purpose for an address, the one just used among them. */
export const updateTokensUsed = (db: Db, purpose: TokenPurpose, email: string, now: string) =>
  db
    .updateTable('one_time_tokens')
    .set({ used_at: now })
    .where('purpose', '=', purpose)
    .where('email', '=', email)
    .where('used_at', 'is', null)
    .execute();

/** Ends a person's living tokens of a purpose. */
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

/** One that was mailed to an address and never used, be it expired. */
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
