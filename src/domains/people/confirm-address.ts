import type { Actor } from '#domains/account/session/session.ts';
import { noteAct, noteEvent } from '#domains/audit/record-event.ts';
import { conflict, orMissing } from '#lib/errors.ts';
import { REOPEN, formId } from '#lib/input.ts';
import type { Runtime } from '#server/runtime.ts';
import type { Tx } from '#server/transaction.ts';
import { inTransaction } from '#server/transaction.ts';
import { findFamily } from './family-rows.ts';
import { FamilyIdInput } from './family.ts';
import { releaseAddress } from './parked.ts';
import { whatFollows } from './what-follows.ts';

/** `since`: when the mail came back of which the person has read. */
export const ConfirmAddressForm = FamilyIdInput.extend({ since: formId(40) });

const OTHERWISE = `このご家族のメールアドレスか、メールの様子が、今変わったところです。${REOPEN}`;

/**
 * An admin says that an address is right after all: it gets mails again, and the last letter once.
 * @throws AppError 404; 409 where another mail came back meanwhile, or after a complaint
 */
export const confirmAddress = (
  rt: Runtime,
  actor: Actor,
  { id, since }: { id: string; since: string },
): Promise<void> =>
  inTransaction(rt, async (tx) => {
    const hostId = actor.host.id;
    const row = orMissing(await findFamily(tx.db, hostId, id));
    const { returned_at: at, returned_kind: kind, resident_id: residentId, email } = row;
    if (at !== since || kind === 'complaint' || email === null) throw conflict(OTHERWISE);
    await noteAct(tx, actor, { action: 'family.address_confirmed', target: id, residentId });
    await release(tx, hostId, email);
  });

/** Whoever reads mail at an address has said so. */
export async function releaseProven(tx: Tx, hostId: string, email: string | null): Promise<void> {
  if (email === null) return;
  for (const { id, residentId } of await release(tx, hostId, email)) {
    await noteEvent(tx, { action: 'family.address_confirmed', hostId, target: id, residentId });
  }
}

async function release(tx: Tx, hostId: string, email: string) {
  const now = tx.clock.now().toISOString();
  const released = await releaseAddress(tx.db, hostId, email, now);
  const ids = released.map(({ id }) => id);
  if (ids.length > 0) await whatFollows().sendReturnedAgain(tx, hostId, ids);
  return released;
}
