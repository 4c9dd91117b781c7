import { noteOfFamily } from '#domains/audit/record-event.ts';
import { readDeliverySettings } from '#domains/facility/read-delivery-settings.ts';
import { readFamilyLetter } from '#domains/letter/read-letters.ts';
import type { Link } from '#domains/letter/link.ts';
import { requireStillOpen } from '#domains/letter/link.ts';
import { canBeSeen, noteAnswers } from '#domains/letter/mark-seen.ts';
import type { YearMonth } from '#lib/calendar.ts';
import { notFound } from '#lib/errors.ts';
import { takeTry } from '#server/rate-limit.ts';
import type { Runtime } from '#server/runtime.ts';
import { newId } from '#server/secrets.ts';
import type { Tx } from '#server/transaction.ts';
import { inTransaction } from '#server/transaction.ts';
import { insertAnswer, listOwnAnswers } from './answer-rows.ts';
import type { OwnAnswer, OwnAnswers } from './answer.ts';
import { ANSWERS_PER_LETTER } from './answer.ts';

/** What this family wrote about a letter, and whether it may write more. */
export async function readOwnAnswers(
  { readConnection }: Pick<Runtime, 'readConnection'>,
  { hostId, familyId, residentId, takesAnswers }: Link,
  yearMonth: YearMonth,
): Promise<OwnAnswers> {
  const rows = await listOwnAnswers(readConnection, hostId, familyId, residentId, yearMonth);
  return {
    sent: rows.map(toOwn),
    left: Math.max(0, ANSWERS_PER_LETTER - rows.length),
    isOn: takesAnswers,
  };
}

/** What this family wrote about the letters of some months, by month. */
export async function readOwnAnswersBetween(
  { readConnection }: Pick<Runtime, 'readConnection'>,
  { hostId, familyId, residentId }: Link,
  first: YearMonth,
  last: YearMonth,
): Promise<ReadonlyMap<YearMonth, OwnAnswers['sent']>> {
  const who = [hostId, familyId, residentId] as const;
  const sent = new Map<YearMonth, OwnAnswers['sent']>();
  for (const row of await listOwnAnswers(readConnection, ...who, first, last)) {
    const { year_month: month } = row;
    sent.set(month, [...(sent.get(month) ?? []), toOwn(row)]);
  }
  return sent;
}

const toOwn = ({ body, created_at, reply, replied_at }: OwnRow): OwnAnswer => ({
  body,
  at: created_at,
  reply: replied_at === null ? null : { body: reply, at: replied_at },
});

type OwnRow = Awaited<ReturnType<typeof listOwnAnswers>>[number];

/** full: no more about this letter; off: the facility takes no words. */
type Sending = 'sent' | 'full' | 'off';

/**
 * Sends a word about a letter; the same word twice counts once.
 * @throws AppError 404 if the family cannot see that letter, or it is not out; 429
 */
export async function sendAnswer(
  rt: Runtime,
  link: Link,
  yearMonth: YearMonth,
  body: string,
): Promise<Sending> {
  if (!canBeSeen(rt, yearMonth)) throw notFound();
  await readFamilyLetter(rt, link, yearMonth);
  return inTransaction(rt, async (tx) => {
    await requireStillOpen(tx.db, link);
    await takeTry(tx.db, 'answersByFamily', link.familyId, tx.clock.now());
    const { hostId, familyId, residentId } = link;
    const sent = await listOwnAnswers(tx.db, hostId, familyId, residentId, yearMonth);
    if (sent.some((one) => one.body === body)) return 'sent';
    const { takesAnswers } = await readDeliverySettings(tx, hostId);
    if (!takesAnswers || link.isOver) return 'off';
    if (sent.length >= ANSWERS_PER_LETTER) return 'full';
    await keep(tx, link, yearMonth, body);
    await noteAnswers(tx, link, yearMonth, sent.length + 1);
    return 'sent';
  });
}

async function keep(tx: Tx, link: Link, yearMonth: YearMonth, body: string): Promise<void> {
  const { hostId, familyId, residentId } = link;
  await insertAnswer(tx.db, {
    id: newId(),
    host_id: hostId,
    resident_id: residentId,
    family_id: familyId,
    year_month: yearMonth,
    body,
    created_at: tx.clock.now().toISOString(),
  });
  await noteOfFamily(tx, {
    action: 'answer.sent',
    hostId,
    target: familyId,
    residentId,
    detail: yearMonth,
  });
}
