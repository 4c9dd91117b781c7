import type { YearMonth } from '#lib/calendar.ts';
import type { Tx } from '#server/transaction.ts';
import { tellAdmins } from '#features/staff/notices.service.ts';
import { handoverMail } from './handover.mails.ts';
import { readHandoverCounts } from './handover.service.ts';
import { handoversAddress } from './handovers-list.ts';

/** Mails every admin how many letters are left to hand over; nothing if there are none. */
export async function tellOfHandovers(tx: Tx, hostId: string, yearMonth: YearMonth): Promise<void> {
  const counts = await readHandoverCounts(tx.db, hostId, yearMonth);
  if (counts.left === 0) return;
  const address = handoversAddress(yearMonth, { shown: 'left', page: 1 });
  const url = `${tx.env.PUBLIC_URL}${address}`;
  await tellAdmins(tx, hostId, 'handover', ({ name }) => handoverMail(name, { ...counts, url }));
}
