import type { YearMonth } from '#lib/calendar.ts';
import type { Tx } from '#server/transaction.ts';
import { readSendsUntil } from '#features/host/host.service.ts';
import { listAddresseesOf } from './monthly-run.repository.ts';
import { deliverTo } from './queue-letters.service.ts';
import { readDeliverySettings } from './settings.service.ts';

/** Mails a last letter whose 1st has passed, once to each of the resident's families. */
export async function sendLastLetter(
  tx: Tx,
  hostId: string,
  residentId: string,
  yearMonth: YearMonth,
): Promise<void> {
  const { mailEnabled, hour } = await readDeliverySettings(tx.db, hostId);
  if (!mailEnabled) return;
  const families = await listAddresseesOf(tx.db, hostId, residentId);
  const sending = { hostId, trialEndsAt: await readSendsUntil(tx.db, hostId), hour };
  await deliverTo(tx, sending, yearMonth, families);
}
