import { daysBefore } from '#lib/durations.ts';
import { gone, notFound } from '#lib/errors.ts';
import { isOn, toFlag } from '#lib/flags.ts';
import type { Db } from '#server/database.ts';
import { findsAny } from '#server/lists.ts';
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
  await db
    .insertInto('one_time_tokens')
    .values({
      hash: hashToken(token),
      purpose,
      email,
      host_id: hostId,
      staff_id: staffId,
      by_operator: toFlag(byOperator),
      expires_at: new Date(now.getTime() + TOKEN_LIFETIMES[purpose].ms).toISOString(),
      used_at: null,
      created_at: now.toISOString(),
    })
    .execute();
  return token;
}

/** Does not use the token. @throws AppError 404 if unknown, 410 if used or expired */
export async function readToken(
  { db, clock }: Timed,
  purpose: TokenPurpose,
  token: string,
): Promise<TokenClaims> {
  const row = await db
    .selectFrom('one_time_tokens')
    .selectAll()
    .where((eb) => eb.and({ hash: hashToken(token), purpose }))
    .executeTakeFirst();
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
  await endTokens(tx, purpose, { email: claims.email });
  return claims;
}

/** Revokes links that were not used. */
export const endTokens = (
  { db, clock }: Timed,
  purpose: TokenPurpose,
  whose: { email: string } | { staff_id: string },
) =>
  db
    .updateTable('one_time_tokens')
    .set({ used_at: clock.now().toISOString() })
    .where((eb) => eb.and({ purpose, ...whose, used_at: null }))
    .execute();

/** Expired links count: they are why people ask for another. */
export const isTokenPending = (tx: Db, purpose: TokenPurpose, email: string): Promise<boolean> =>
  findsAny(
    tx.selectFrom('one_time_tokens').where((eb) => eb.and({ purpose, email, used_at: null })),
  );

/** Kept for a while after expiry, to tell an old link from a wrong one. */
export const forgetOldTokens = ({ db, clock }: Runtime) =>
  db
    .deleteFrom('one_time_tokens')
    .where('expires_at', '<', daysBefore(clock.now(), TOKEN_KEPT_DAYS))
    .execute();
