import { noteEvent } from '#domains/audit/record-event.ts';
import { monthToDeliver } from '#domains/people/stay.ts';
import type { YearMonth } from '#lib/calendar.ts';
import type { Db } from '#server/database.ts';
import { orNone } from '#server/lists.ts';
import { newId } from '#server/secrets.ts';
import type { Tx } from '#server/transaction.ts';
import { listAddresseesById } from '#domains/delivery/addressees.ts';
import type { ReadLetter } from '#domains/delivery/channel.ts';
import { messagesTo } from '#domains/delivery/channel.ts';
import type { ProgressByWay } from '#domains/delivery/deliveries.ts';
import { readProgress } from '#domains/delivery/deliveries.ts';
import { MAIL } from '#domains/delivery/mail-channel.ts';
import type { Going } from '#domains/delivery/queue.ts';
import { readLetters, renewLetters } from '#domains/delivery/queue.ts';
import { findRun } from '#domains/delivery/run-rows.ts';
import { readSending } from '#domains/delivery/trial-letters.ts';

/**
 * The last letter goes once more to families whose address was corrected or confirmed: to who has
 * not had it. Before its run, that brings it. @returns how many
 */
export async function sendReturnedAgain(
  tx: Tx,
  hostId: string,
  familyIds: readonly string[],
): Promise<number> {
  const yearMonth = monthToDeliver(tx.clock.now());
  const run = await findRun(tx.db, hostId, yearMonth);
  const sending = await readSending(tx.db, hostId);
  if (run?.outcome !== 'mails' || !sending.mailEnabled) return 0;
  const letters = await readOpen(tx, hostId, yearMonth, familyIds, run.due_at);
  const going: Going[] = [];
  for (const message of messagesTo(MAIL, await MAIL.destinationsOf(tx, hostId, letters))) {
    const plan = await MAIL.plan(tx, sending, message.to);
    if (plan !== null) going.push({ id: newId(), ...message, ...plan });
  }
  if (going.length === 0) return 0;
  await renewLetters(tx, MAIL, hostId, yearMonth, going);
  const sent = going.flatMap((one) => one.letters);
  for (const { row } of sent) {
    const event = { target: row.id, residentId: row.residentId, detail: yearMonth };
    await noteEvent(tx, { action: 'delivery.sent_again', hostId, ...event });
  }
  return sent.length;
}

async function readOpen(
  tx: Tx,
  hostId: string,
  yearMonth: YearMonth,
  familyIds: readonly string[],
  dueAt: string,
): Promise<ReadLetter[]> {
  const had = await listWhoHad(tx.db, hostId, yearMonth, familyIds);
  const progress = await readProgress(tx, hostId, yearMonth, familyIds);
  const rows = (await listAddresseesById(tx.db, hostId, familyIds)).flatMap((row) => {
    const byWay = progress.get(row.id) ?? {};
    const isOpen = !had.has(row.id) && row.created_at <= dueAt && isWithout(byWay);
    if (!isOpen) return [];
    return byWay.line?.state === 'failed'
      ? [{ ...row, delivery: row.registered, isLost: true }]
      : [row];
  });
  return (await readLetters(tx.db, hostId, yearMonth, rows)).filter(MAIL.takes);
}

/** Nothing has brought it, nor is on its way. */
const isWithout = ({ email, line }: ProgressByWay): boolean =>
  (email === undefined || (email.state === 'failed' && email.returned !== null)) &&
  (line === undefined || line.state === 'failed');

/** Families that have seen a month's letter, or were handed it. */
async function listWhoHad(
  db: Db,
  hostId: string,
  yearMonth: YearMonth,
  familyIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('letter_reads')
    .select('family_id')
    .where((eb) => eb.and({ host_id: hostId, year_month: yearMonth }))
    .where('family_id', 'in', orNone(familyIds))
    .unionAll(
      db
        .selectFrom('handovers')
        .select('family_id')
        .where((eb) => eb.and({ host_id: hostId, year_month: yearMonth }))
        .where('family_id', 'in', orNone(familyIds)),
    )
    .execute();
  return new Set(rows.map(({ family_id }) => family_id));
}
