import type { Runtime } from '#server/runtime.ts';

/** Expired ones. */
export async function forgetOldTickets({ db, clock }: Runtime): Promise<void> {
  const now = clock.now().toISOString();
  for (const table of ['sign_in_tickets', 'remembered_browsers'] as const) {
    await db.deleteFrom(table).where('expires_at', '<=', now).execute();
  }
}
