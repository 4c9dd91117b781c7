import { DAY_MS, MINUTE_MS } from '#lib/durations.ts';
import { AppError, tooMany } from '#lib/errors.ts';
import type { Db } from './database.ts';
import { hashToken } from './secrets.ts';

/** A mail that was not sent again is of no less use than one that was: each is good as long. */
export const WAY_IN_MINUTES = 30;

/** Rate limits (safety.md#the-settings-behind-it). */
const LIMITS = {
  loginByAddress: { count: 10, windowMs: 3 * MINUTE_MS },
  /** Providers hand out entire networks. */
  loginByNetwork: { count: 100, windowMs: 3 * MINUTE_MS },
  loginByAccount: { count: 20, windowMs: 60 * MINUTE_MS },
  /** For a device where that person has signed in before. No higher: its cookie may be stolen. */
  loginByDevice: { count: 20, windowMs: 60 * MINUTE_MS },
  /** Mails that let a browser try, each after a right password. */
  waysInByAccount: { count: 5, windowMs: WAY_IN_MINUTES * MINUTE_MS },
  /** Wrong PINs of all names on a shared device, which may be in the wrong hands. */
  pinsByDevice: { count: 20, windowMs: DAY_MS },
  /** These two for each kind of mail: a stranger who asks for one uses up no other. */
  mailsByEmail: { count: 5, windowMs: 30 * MINUTE_MS },
  mailsByAddress: { count: 300, windowMs: 30 * MINUTE_MS },
  /** New facilities, and trials begun; the operator's links are not counted. */
  facilitiesByAddress: { count: 3, windowMs: DAY_MS },
  facilitiesByNetwork: { count: 10, windowMs: DAY_MS },
  facilitiesByMailbox: { count: 3, windowMs: DAY_MS },
  trialsByAddress: { count: 3, windowMs: DAY_MS },
  trialsByNetwork: { count: 10, windowMs: DAY_MS },
  /** Mails to new addresses: invitations and address changes. */
  strangersByTrial: { count: 30, windowMs: DAY_MS },
  strangersByHost: { count: 300, windowMs: DAY_MS },
  /** Limits how many strangers a facility's text can reach. */
  testMailsByHost: { count: 20, windowMs: 60 * MINUTE_MS },
  lettersByFamily: { count: 3, windowMs: 60 * MINUTE_MS },
  lettersByHost: { count: 30, windowMs: 60 * MINUTE_MS },
  slotsByHost: { count: 5000, windowMs: 60 * MINUTE_MS },
  seenByFamily: { count: 60, windowMs: 60 * MINUTE_MS },
  /** About photos; each but the last is replaced, but noted in the history. */
  consentsByFamily: { count: 20, windowMs: DAY_MS },
  waysByFamily: { count: 20, windowMs: DAY_MS },
  /** Lists that are tried, mended and imported. */
  listsByHost: { count: 100, windowMs: 60 * MINUTE_MS },
  /** The figures of a sheet, of which one in a billion is right: what they open names a facility. */
  wrongSheetCodes: { count: 30, windowMs: 10 * MINUTE_MS },
  /**
   * Of one resident's sheet, from one place and with or without an address to prove, then from
   * everywhere: whoever plays with a sheet keeps its relatives out for an hour at most.
   */
  applicationsFromPlace: { count: 20, windowMs: 60 * MINUTE_MS },
  applicationsByCode: { count: 200, windowMs: 60 * MINUTE_MS },
  /** All families of a facility at one afternoon, by the facility's own network. */
  applicationsByAddress: { count: 300, windowMs: DAY_MS },
  proofsByApplication: { count: 6, windowMs: DAY_MS },
  /** How many strangers a facility's sheets can reach. */
  proofsByTrial: { count: 150, windowMs: DAY_MS },
  proofsByHost: { count: 300, windowMs: DAY_MS },
  answersByFamily: { count: 60, windowMs: 60 * MINUTE_MS },
  /** No one is kept out by others' failures: a passkey cannot be guessed, only tried. */
  passkeysByNetwork: { count: 600, windowMs: 3 * MINUTE_MS },
  /** One code in 300,000 is right: a thief of the password has 30 a day. */
  codesByAccount: { count: 30, windowMs: DAY_MS },
  /** Counts wrong ones only, and keeps no right one out: 49 bits cannot be guessed. */
  recoveryByAccount: { count: 20, windowMs: DAY_MS },
  codesByDevice: { count: 20, windowMs: 60 * MINUTE_MS },
  codesByNetwork: { count: 100, windowMs: 60 * MINUTE_MS },
  /** A code of 83 bits cannot be guessed; nor shall it be tried. */
  lineCodesByAccount: { count: 10, windowMs: 60 * MINUTE_MS },
  /** Answers to what else is written to us. */
  lineHelpByAccount: { count: 3, windowMs: 60 * MINUTE_MS },
  lineCodesByFamily: { count: 20, windowMs: 60 * MINUTE_MS },
  passwordByStaff: { count: 10, windowMs: 30 * MINUTE_MS },
  contactByAddress: { count: 5, windowMs: 60 * MINUTE_MS },
  /** Years, books and archives that are made: what is kept is not counted. */
  booksByFamily: { count: 60, windowMs: 60 * MINUTE_MS },
  /** Enough for a household that retries often. */
  archivesByFamily: { count: 20, windowMs: 60 * MINUTE_MS },
  /** Archives of one resident or of the whole facility. */
  archivesByHost: { count: 60, windowMs: 60 * MINUTE_MS },
  wrongLetterTokens: { count: 30, windowMs: 10 * MINUTE_MS },
} as const;

type LimitName = keyof typeof LIMITS;

/** Hashed, so that the table contains no readable addresses. */
const keyOf = (name: LimitName, who: string): string => `${name}:${hashToken(who).slice(0, 32)}`;

/** @throws AppError 429 when the limit is used up; counts nothing */
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

export const isLimited = (db: Db, name: LimitName, who: string, now: Date): Promise<boolean> =>
  requireBelowLimit(db, name, who, now).then(
    () => false,
    (error: unknown) => {
      if (error instanceof AppError) return true;
      throw error;
    },
  );

/** @returns the window after this attempt; an expired one restarts */
export async function countTry(db: Db, name: LimitName, who: string, now: Date) {
  const resetsAt = new Date(now.getTime() + LIMITS[name].windowMs).toISOString();
  return db
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
    .returning(['count', 'resets_at'])
    .executeTakeFirstOrThrow();
}

/** Counts an attempt in advance, as concurrent ones could exceed the limit. @throws AppError 429 */
export async function takeTry(db: Db, name: LimitName, who: string, now: Date): Promise<void> {
  const { count, resets_at } = await countTry(db, name, who, now);
  const waitMs = Date.parse(resets_at) - now.getTime();
  if (count > LIMITS[name].count) throw tooMany(Math.ceil(waitMs / 1000));
}

/** How many seconds after it refused. @throws what was no refusal of a limit */
export function waitOf(error: unknown): number {
  if (!(error instanceof AppError) || error.retryAfter === undefined) throw error;
  return error.retryAfter;
}

/** Uncounts an attempt. */
export async function returnTry(db: Db, name: LimitName, who: string): Promise<void> {
  await db
    .updateTable('rate_limits')
    .set((eb) => ({ count: eb('count', '-', 1) }))
    .where('key', '=', keyOf(name, who))
    .where('count', '>', 0)
    .execute();
}

export async function clearTries(db: Db, name: LimitName, who: string): Promise<void> {
  await db.deleteFrom('rate_limits').where('key', '=', keyOf(name, who)).execute();
}

export async function deleteExpiredLimits(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('rate_limits').where('resets_at', '<=', now.toISOString()).execute();
}
