import type { ReturnKind } from '#db/schema/operations.ts';
import { LETTER_KINDS } from '#domains/mail/mail.ts';
import { countAccepted } from '#domains/mail/settle-refusals.ts';
import type { YearMonth } from '#lib/calendar.ts';
import { daysBefore } from '#lib/durations.ts';
import type { Db } from '#server/database.ts';
import { findsAny, ofOneHost, orNone } from '#server/lists.ts';

/** A letter's mail or a test's. */
export const findMail = (db: Db, id: string) =>
  db
    .selectFrom('outbox')
    .select(['host_id as hostId', 'recipient', 'sent_at as sentAt'])
    .where((eb) => eb.and({ id, channel: 'mail' }))
    .where('kind', 'in', orNone(LETTER_KINDS))
    .executeTakeFirst();

/** So many addresses that nobody has, of those mailed on one day, are the way's fault. */
const MANY = 10;
const ONE_IN = 3;

/**
 * Whether this one more says that a relay refuses whatever we send: a list typed from paper has some
 * wrong addresses, but not a third.
 */
export async function areTooManyHard(db: Db, mailId: string, now: Date): Promise<boolean> {
  const since = daysBefore(now, 1);
  const { others } = await db
    .selectFrom('outbox')
    .select(({ fn }) => fn.count<number>('recipient').distinct().as('others'))
    .where('returned', '=', 'hard')
    .where('returned_at', '>=', since)
    .where('id', '!=', mailId)
    .executeTakeFirstOrThrow();
  if (others + 1 < MANY) return false;
  const enough = ONE_IN * (others + 1) + 1;
  return (await countAccepted(db, since, enough)) < enough;
}

/** What a report of the same mail may still add. */
const WEAKER: Record<ReturnKind, ReturnKind[]> = {
  unclear: [],
  forwarded: ['unclear'],
  soft: ['unclear', 'forwarded'],
  ours: ['unclear', 'forwarded', 'soft'],
  hard: ['unclear', 'forwarded', 'soft', 'ours'],
  complaint: ['unclear', 'forwarded', 'soft', 'ours', 'hard'],
};

/** When two reports arrive at once, the second one finds the first. */
export const noteReturned = (
  db: Db,
  {
    mailId,
    kind,
    sentence,
    at,
  }: { mailId: string; kind: ReturnKind; sentence: string; at: string },
) =>
  db
    .updateTable('outbox')
    .set({ returned: kind, returned_at: at, returned_words: sentence.slice(0, 300) })
    .where('id', '=', mailId)
    .where((eb) => eb.or([eb('returned', 'is', null), eb('returned', 'in', orNone(WEAKER[kind]))]))
    .executeTakeFirst();

/** @returns the letters that a mail announced: they have not arrived, unless somebody complains */
export const updateReturned = (
  db: Db,
  hostId: string,
  mailId: string,
  { kind, at, words }: { kind: ReturnKind; at: string; words: string },
) =>
  db
    .updateTable('deliveries')
    .set({ returned: kind, returned_at: at })
    .$if(kind !== 'complaint', (query) =>
      query.set({ state: 'failed', sent_at: null, last_error: `${words}。` }),
    )
    .where((eb) => eb.and({ host_id: hostId, outbox_id: mailId }))
    .returning(['family_id as familyId', 'year_month as yearMonth'])
    .execute();

/** In a month, also what LINE has refused; families in the order of their ids. */
export const listReturned = (db: Db, hostId: string, yearMonth: YearMonth) =>
  db
    .selectFrom('deliveries')
    .select(['family_id as familyId', 'returned as kind', 'returned_at as at'])
    .select('last_error as lastError')
    .where((eb) => eb.and({ host_id: hostId, year_month: yearMonth }))
    .where('returned', 'is not', null)
    .orderBy('family_id')
    .orderBy('account')
    .execute();

/** Whether a family's letter of that month came back softly from the same address too. */
export const cameBackAlso = (
  db: Db,
  hostId: string,
  familyId: string,
  yearMonth: YearMonth,
  recipient: string,
): Promise<boolean> =>
  findsAny(
    db
      .selectFrom('deliveries')
      .innerJoin('families', ofOneHost('families.id', 'deliveries.family_id'))
      .where((eb) => eb.and({ 'deliveries.host_id': hostId, 'deliveries.family_id': familyId }))
      .where((eb) => eb.and({ year_month: yearMonth, returned: 'soft', email: recipient }))
      .where((eb) =>
        eb.and(
          (['email_since', 'email_checked_at'] as const).map((column) =>
            eb.or([
              eb(`families.${column}`, 'is', null),
              eb(`families.${column}`, '<', eb.ref('deliveries.returned_at')),
            ]),
          ),
        ),
      ),
  );
