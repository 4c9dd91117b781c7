import { endingNotice } from '#domains/facility/ending/ending.ts';
import { isDelivered } from '#domains/people/stay.ts';
import type { YearMonth } from '#lib/calendar.ts';
import { civilDateOf } from '#lib/calendar.ts';
import { notFound } from '#lib/errors.ts';
import type { Db } from '#server/database.ts';
import { takeTry } from '#server/rate-limit.ts';
import type { Runtime } from '#server/runtime.ts';
import { inTransaction } from '#server/transaction.ts';
import { readFamilyLetter } from './read-letters.ts';
import type { Link } from './link.ts';
import { EndedLink, requireStillOpen } from './link.ts';
import type { Seen, Stamp } from './seen.ts';
import { perStamp, readStamp } from './seen.ts';

const keyOf = ({ hostId, familyId }: Pick<Link, 'hostId' | 'familyId'>, yearMonth: YearMonth) => ({
  host_id: hostId,
  family_id: familyId,
  year_month: yearMonth,
});

/** This family's 見ました for a letter, with its stamp. */
export async function readSeen(
  { readConnection }: Pick<Runtime, 'readConnection'>,
  link: Link,
  yearMonth: YearMonth,
): Promise<Seen | null> {
  const row = await readConnection
    .selectFrom('letter_reads')
    .select(['seen_at', 'stamp'])
    .where((eb) => eb.and(keyOf(link, yearMonth)))
    .executeTakeFirst();
  return row ? { at: row.seen_at, stamp: readStamp(row.stamp) } : null;
}

/** Only published letters, not an early look. */
export const canBeSeen = ({ clock }: Runtime, yearMonth: YearMonth): boolean =>
  isDelivered(yearMonth, civilDateOf(clock.now()));

const UNTOLD = 'そのため、今の「見ました」は、施設に伝わっていません。';

/**
 * Records 見ました with its stamp. @throws AppError 404 if the family cannot see that letter; 410 on
 * a page from before the facility's last day; 429
 */
export async function noteSeen(
  rt: Runtime,
  link: Link,
  yearMonth: YearMonth,
  stamp: Stamp | null,
): Promise<void> {
  if (!canBeSeen(rt, yearMonth)) throw notFound();
  if (link.isOver && link.endsOn !== null) {
    throw new EndedLink(`${endingNotice(link.hostName, link.endsOn)}${UNTOLD}`);
  }
  await readFamilyLetter(rt, link, yearMonth);
  const now = rt.clock.now();
  const key = keyOf(link, yearMonth);
  await inTransaction(rt, async (tx) => {
    await requireStillOpen(tx.db, link);
    await takeTry(tx.db, 'seenByFamily', link.familyId, now);
    await insertRead(tx.db, key, now.toISOString());
    if (stamp !== null) await updateStamp(tx.db, key, stamp);
  });
}

/** A family that writes has seen the letter. Counts its words, which makes its page a new one. */
export async function noteAnswers(
  { db, clock }: Pick<Runtime, 'db' | 'clock'>,
  link: Link,
  yearMonth: YearMonth,
  answers: number,
): Promise<void> {
  const key = keyOf(link, yearMonth);
  await insertRead(db, key, clock.now().toISOString());
  await db
    .updateTable('letter_reads')
    .set({ answers })
    .where((eb) => eb.and(key))
    .execute();
}

/** A reply to its words makes its page a new one, too. */
export const noteReply = (
  { db }: Pick<Runtime, 'db'>,
  of: { hostId: string; familyId: string },
  yearMonth: YearMonth,
) =>
  db
    .updateTable('letter_reads')
    .set((eb) => ({ replies: eb('replies', '+', 1) }))
    .where((eb) => eb.and(keyOf(of, yearMonth)))
    .execute();

export interface SeenCounts {
  families: number;
  stamps: Record<Stamp, number>;
}

export async function readSeenCounts(
  { db }: Runtime,
  hostId: string,
  yearMonth: YearMonth,
): Promise<SeenCounts> {
  const rows = await db
    .selectFrom('letter_reads')
    .select(({ fn }) => ['stamp', fn.countAll<number>().as('count')])
    .where((eb) => eb.and({ host_id: hostId, year_month: yearMonth }))
    .groupBy('stamp')
    .execute();
  return {
    families: rows.reduce((sum, row) => sum + row.count, 0),
    stamps: perStamp((stamp) => rows.find((row) => row.stamp === stamp)?.count ?? 0),
  };
}

type Key = ReturnType<typeof keyOf>;

/** Keeps the first time. An unchanged row is not written, which would invalidate cached pages. */
const insertRead = (db: Db, key: Key, seenAt: string) =>
  db
    .insertInto('letter_reads')
    .values({ ...key, seen_at: seenAt, stamp: null })
    .onConflict((conflict) => conflict.doNothing())
    .execute();

const updateStamp = (db: Db, key: Key, stamp: string) =>
  db
    .updateTable('letter_reads')
    .set({ stamp })
    .where((eb) => eb.and(key))
    .where((eb) => eb.or([eb('stamp', 'is', null), eb('stamp', '!=', stamp)]))
    .execute();
