import type { YearMonth } from '#lib/calendar.ts';
import type { Tx } from '#server/transaction.ts';
import { withdrawLetters } from '#features/mail/outbox.service.ts';
import { deleteDeliveriesOf } from './settings.repository.ts';
import { separateLettersOf } from './joint-mails.service.ts';
import { listMailsOfResident } from './mail-states.repository.ts';

/** Takes a month's mails to a resident's families out of the outbox: none was delivered then. */
export async function withdrawLettersOf(
  tx: Tx,
  hostId: string,
  residentId: string,
  yearMonth: YearMonth,
): Promise<void> {
  await separateLettersOf(tx, hostId, residentId);
  const mails = await listMailsOfResident(tx.db, hostId, residentId, yearMonth);
  if (mails.length === 0) return;
  await deleteDeliveriesOf(tx.db, hostId, await withdrawLetters(tx, hostId, mails));
}
