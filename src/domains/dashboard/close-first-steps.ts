import type { Actor } from '#domains/account/session/session.ts';
import { noteAct } from '#domains/audit/record-event.ts';
import type { Db } from '#server/database.ts';
import type { Runtime } from '#server/runtime.ts';
import { inTransaction } from '#server/transaction.ts';
import type { FirstStepFacts } from './first-steps.ts';

/** Whoever has seen so many months' letters go has found the way. */
const MONTHS_AT_FIRST = 2;

/** Puts the guidance away, for all admins of the facility. */
export const closeFirstSteps = (rt: Runtime, actor: Actor): Promise<void> =>
  inTransaction(rt, async (tx) => {
    const { numUpdatedRows } = await tx.db
      .updateTable('hosts')
      .set({ first_steps_closed_at: tx.clock.now().toISOString() })
      .where((eb) => eb.and({ id: actor.host.id, first_steps_closed_at: null }))
      .executeTakeFirst();
    if (numUpdatedRows === 1n)
      await noteAct(tx, actor, { action: 'host.changed', detail: ['first_steps_closed_at'] });
  });

export async function readFirstSteps(
  { db, clock }: Runtime,
  actor: Actor,
): Promise<FirstStepFacts> {
  const row = await findFirstSteps(db, actor, clock.now().toISOString());
  return {
    areClosed: row?.first_steps_closed_at !== null || (row.months ?? 0) >= MONTHS_AT_FIRST,
    colleagues: row?.colleagues ?? 0,
    devices: row?.devices ?? 0,
    hasOwnLetter: row?.own_letter_at !== null,
  };
}

const findFirstSteps = (db: Db, { id, host }: Actor, now: string) =>
  db
    .selectFrom('hosts')
    .select(['first_steps_closed_at', 'own_letter_at'])
    .select((eb) => [
      eb
        .selectFrom('staffs')
        .select((count) => count.fn.countAll<number>().as('n'))
        .where('staffs.host_id', '=', host.id)
        .where('staffs.id', '!=', id)
        .as('colleagues'),
      eb
        .selectFrom('shared_devices')
        .select((count) => count.fn.countAll<number>().as('n'))
        .where('shared_devices.host_id', '=', host.id)
        .where('shared_devices.expires_at', '>', now)
        .as('devices'),
      eb
        .selectFrom('delivery_runs')
        .select((count) => count.fn.countAll<number>().as('n'))
        .where('delivery_runs.host_id', '=', host.id)
        .as('months'),
    ])
    .where('id', '=', host.id)
    .executeTakeFirst();
