import { tooMany } from '../lib/errors.ts';
import type { Db } from './database.ts';
import { hashToken } from './secrets.ts';

const MINUTE_MS = 60_000;

/** How often something may be tried (safety, "Settings"). */
export const LIMITS = {
  loginByAddress: { count: 10, windowMs: 3 * MINUTE_MS },
  loginByAccount: { count: 20, windowMs: 60 * MINUTE_MS },
  wrongLetterTokens: { count: 30, windowMs: 10 * MINUTE_MS },
} as const;

type LimitName = keyof typeof LIMITS;

/** Addresses and e-mails are not readable in the table. */
const keyOf = (name: LimitName, who: string): string => `${name}:${hashToken(who).slice(0, 32)}`;

/** @throws AppError 429 when the limit is already used up; counts nothing. */
export async function requireBelowLimit(
  db: Db,
  name: LimitName,
  who: string,
  now: Date,
): Promise<void> {
  const row = await db
    .selectFrom('rate_limits')
    .select(['count', 'resets_at'])
    .where('key', '=', keyOf(name, who))
    .executeTakeFirst();
  if (!row || row.count < LIMITS[name].count) return;
  const waitMs = Date.parse(row.resets_at) - now.getTime();
  if (waitMs > 0) throw tooMany(Math.ceil(waitMs / 1000));
}

/** Counts one try; a window that is over starts anew. */
export async function countTry(db: Db, name: LimitName, who: string, now: Date): Promise<void> {
  const resetsAt = new Date(now.getTime() + LIMITS[name].windowMs).toISOString();
  await db
    .insertInto('rate_limits')
    .values({ key: keyOf(name, who), count: 1, resets_at: resetsAt })
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet((eb) => {
        const over = eb('rate_limits.resets_at', '<=', now.toISOString());
        return {
          count: eb
            .case()
            .when(over)
            .then(1)
            .else(eb('rate_limits.count', '+', 1))
            .end(),
          resets_at: eb
            .case()
            .when(over)
            .then(resetsAt)
            .else(eb.ref('rate_limits.resets_at'))
            .end(),
        };
      }),
    )
    .execute();
}

/** Forgets a person's failures once they got in. */
export async function clearTries(db: Db, name: LimitName, who: string): Promise<void> {
  await db.deleteFrom('rate_limits').where('key', '=', keyOf(name, who)).execute();
}

/** Drops windows that are over. */
export async function deleteExpiredLimits(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('rate_limits').where('resets_at', '<=', now.toISOString()).execute();
}
