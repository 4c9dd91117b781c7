import type { Runtime } from '#server/runtime.ts';
import { deleteRememberedBefore } from './remembered.ts';
import { deleteTicketsBefore } from './tickets.ts';

/** Expired ones. */
export async function forgetOldTickets({ db, clock }: Runtime): Promise<void> {
  const now = clock.now().toISOString();
  await deleteTicketsBefore(db, now);
  await deleteRememberedBefore(db, now);
}
