import type { Insertable } from 'kysely';
import type { Database } from '#db/schema.ts';
import { DAY_MS } from '#lib/durations.ts';
import { gone, notFound } from '#lib/errors.ts';
import { isOn, toFlag } from '#lib/flags.ts';
import type { Db } from '#server/database.ts';
import type { Runtime } from '#server/runtime.ts';
import { hashToken, randomToken } from '#server/secrets.ts';
import type { TokenClaims, TokenPurpose } from './token.ts';
import { TOKEN_KEPT_DAYS, TOKEN_LIFETIMES } from './token.ts';

type Timed = Pick<Runtime, 'db' | 'clock'>;

/** Stores only the hash (domain.md#signing-in). */
export async function issueToken(
  { db, clock }: Timed,
  purpose: TokenPurpose,
  { email, hostId, staffId, byOperator = false }: TokenClaims,
): Promise<string> {
  const token = randomToken();
  const now = clock.now();
  await insertToken(db, {
    hash: hashToken(token),
    purpose,
    email,
    host_id: hostId,
    staff_id: staffId,
    by_operator: toFlag(byOperator),
    expires_at: new Date(now.getTime() + TOKEN_LIFETIMES[purpose].ms).toISOString(),
    used_at: null,
    created_at: now.toISOString(),
  });
  return token;
}

/** Does not use the token. @throws AppError 404 if unknown, 410 if used or expired */
export async function readToken(
  { db, clock }: Timed,
  purpose: TokenPurpose,
  token: string,
): Promise<TokenClaims> {
  const row = await findToken(db, purpose, hashToken(token));
  if (!row)
    throw notFound('このリンクは正しくありません。メールのリンクをもう一度開いてください。');
  if (row.used_at !== null) throw gone('このリンクはもう使われています。');
  if (Date.parse(row.expires_at) <= clock.now().getTime()) {
    throw gone('このリンクは期限が切れています。');
  }
  return {
    email: row.email,
    hostId: row.host_id,
    staffId: row.staff_id,
    byOperator: isOn(row.by_operator),
  };
}

/** Uses a token and revokes its siblings, in the caller's transaction. @throws AppError 404, 410 */
export async function useToken(
  tx: Timed,
  purpose: TokenPurpose,
  token: string,
): Promise<TokenClaims> {
  const claims = await readToken(tx, purpose, token);
  await updateTokensUsed(tx.db, purpose, claims.email, tx.clock.now().toISOString());
  return claims;
}

/** Revokes links that were not used. */
export const endTokens = (tx: Timed, purpose: TokenPurpose, email: string) =>
  updateTokensUsed(tx.db, purpose, email, tx.clock.now().toISOString());

export const endStaffTokens = (tx: Timed, purpose: TokenPurpose, staffId: string) =>
  updateStaffTokensUsed(tx.db, purpose, staffId, tx.clock.now().toISOString());

/** Expired links count: they are why people ask for another. */
export const isTokenPending = async (
  tx: Db,
  purpose: TokenPurpose,
  email: string,
): Promise<boolean> => (await findUnusedToken(tx, purpose, email)) !== undefined;

/** Kept for a while after expiry, to tell an old link from a wrong one. */
export const forgetOldTokens = ({ db, clock }: Runtime) =>
  deleteTokensExpiredBefore(
    db,
    new Date(clock.now().getTime() - TOKEN_KEPT_DAYS * DAY_MS).toISOString(),
  );

const insertToken = (db: Db, row: Insertable<Database['one_time_tokens']>) =>
  db.insertInto('one_time_tokens').values(row).execute();

/** In any state. */
const findToken = (db: Db, purpose: TokenPurpose, hash: string) =>
  db
    .selectFrom('one_time_tokens')
    .selectAll()
    .where('hash', '=', hash)
    .where('purpose', '=', purpose)
    .executeTakeFirst();

const updateTokensUsed = (db: Db, purpose: TokenPurpose, email: string, now: string) =>
  db
    .updateTable('one_time_tokens')
    .set({ used_at: now })
    .where('purpose', '=', purpose)
    .where('email', '=', email)
    .where('used_at', 'is', null)
    .execute();

const updateStaffTokensUsed = (db: Db, purpose: TokenPurpose, staffId: string, now: string) =>
  db
    .updateTable('one_time_tokens')
    .set({ used_at: now })
    .where('purpose', '=', purpose)
    .where('staff_id', '=', staffId)
    .where('used_at', 'is', null)
    .execute();

/** Expired or not. */
const findUnusedToken = (db: Db, purpose: TokenPurpose, email: string) =>
  db
    .selectFrom('one_time_tokens')
    .select('hash')
    .where('purpose', '=', purpose)
    .where('email', '=', email)
    .where('used_at', 'is', null)
    .executeTakeFirst();

const deleteTokensExpiredBefore = (db: Db, instant: string) =>
  db.deleteFrom('one_time_tokens').where('expires_at', '<', instant).execute();
