import { z } from 'zod';
import type { Acting } from '#domains/audit/audit.ts';
import { noteAct } from '#domains/audit/record-event.ts';
import { findEnding } from '#domains/facility/ending/set-ending.ts';
import { withdrawLetters } from '#domains/mail/outbox.ts';
import { conflict, notFound } from '#lib/errors.ts';
import { REOPEN, formId } from '#lib/input.ts';
import { sortByName } from '#lib/kana.ts';
import type { Runtime } from '#server/runtime.ts';
import { inTransaction } from '#server/transaction.ts';
import type { AddresseeRow } from '#domains/delivery/addressees.ts';
import { listAddresseesById, listAllAddressees } from '#domains/delivery/addressees.ts';
import type { Reached } from './telling.ts';
import { reachedOf } from './telling.ts';
import { listTellings, updateTelling } from './telling-rows.ts';
import { paragraphsOf } from './telling-words.ts';

/** A button of the list. */
export const ToldForm = z.object({
  familyId: formId(32),
  done: z.enum(['yes', 'no'], REOPEN),
});
export type ToldForm = z.output<typeof ToldForm>;

/** A family whom the facility tells itself, or has told. */
interface ToldByHand {
  id: string;
  name: string;
  residentName: string;
  room: string;
  isDone: boolean;
}

export interface Tellings {
  /** Families that were reached, or are to be, by themselves. */
  counts: Record<Reached, number>;
  byHand: ToldByHand[];
  /** What they are to be told. */
  paragraphs: string[];
}

/** @returns null where there is nothing to tell, or nobody has been yet */
export async function readTellings(
  { db, clock }: Pick<Runtime, 'db' | 'clock'>,
  hostId: string,
): Promise<Tellings | null> {
  const rows = Map.groupBy(await listTellings(db, hostId), ({ familyId }) => familyId);
  const ending = await findEnding(db, hostId);
  const open = [...rows.values()].flat().find(({ state }) => state === 'hand');
  if (rows.size === 0 || (!ending && !open)) return null;
  const counts = { told: 0, sending: 0, waiting: 0, hand: 0 };
  const byHand: (ToldByHand & Pick<AddresseeRow, 'residentKana'>)[] = [];
  for (const row of await listAllAddressees(db, hostId)) {
    const own = rows.get(row.id) ?? [];
    if (own.length === 0) continue;
    const isDone = own.some(({ doneAt }) => doneAt !== null);
    const reached = reachedOf(own, clock.now());
    counts[reached]++;
    if (reached !== 'hand' && !isDone) continue;
    const { id, name, residentName, residentKana } = row;
    byHand.push({ id, name, residentName, residentKana, room: row.room, isDone });
  }
  const endsOn = ending?.ends_on ?? null;
  const before = endsOn === null ? (open?.toldBefore ?? null) : null;
  return {
    counts,
    byHand: sortByName(byHand, ({ residentName, residentKana }) => ({
      name: residentName,
      nameKana: residentKana,
    })),
    paragraphs: paragraphsOf({ endsOn, before, words: ending?.words ?? '' }),
  };
}

const BY_ITSELF = 'このご家族には、メールかLINEでお知らせします。';

/** Ticks a family whom the facility has told, or takes the tick back. @throws AppError 404, 409 */
export const tickTold = (
  rt: Runtime,
  actor: Acting & { host: { id: string } },
  { familyId, done }: ToldForm,
): Promise<ToldForm> =>
  inTransaction(rt, async (tx) => {
    const hostId = actor.host.id;
    const rows = (await listTellings(tx.db, hostId)).filter((row) => row.familyId === familyId);
    if (rows.length === 0) throw notFound();
    const isDone = rows.some(({ doneAt }) => doneAt !== null);
    if ((done === 'yes') === isDone) return { familyId, done };
    const reached = reachedOf(rows, tx.clock.now());
    if (done === 'yes' && reached !== 'hand') throw conflict(BY_ITSELF);
    const [family] = await listAddresseesById(tx.db, hostId, [familyId]);
    // It could be sent once more, though the family knows.
    const unsent = rows.flatMap(({ mailState, outboxId }) =>
      mailState !== null && mailState !== 'sent' && outboxId !== null ? [outboxId] : [],
    );
    if (done === 'yes') await withdrawLetters(tx, hostId, unsent);
    await updateTelling(
      tx.db,
      { host_id: hostId, family_id: familyId },
      done === 'yes'
        ? { done_at: tx.clock.now().toISOString(), done_by: actor.id }
        : { done_at: null, done_by: null },
    );
    await noteAct(tx, actor, {
      action: done === 'yes' ? 'family.told_of_ending' : 'family.telling_taken_back',
      target: familyId,
      residentId: family?.residentId,
    });
    return { familyId, done };
  });
