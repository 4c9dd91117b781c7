import type { Holder } from '#domains/account/holder.ts';
import { columnsOf, heldBy } from '#domains/account/holder.ts';
import type { Db } from '#server/database.ts';
import { findsAny } from '#server/lists.ts';
import { newId } from '#server/secrets.ts';

export const findSecondStep = (db: Db, holder: Holder) =>
  db
    .selectFrom('second_steps')
    .selectAll()
    .where((eb) => eb.and(heldBy(holder)))
    .executeTakeFirst();

/** The app whose first code is awaited; the one in use stays. */
export async function saveNextSecret(
  tx: Db,
  holder: Holder,
  next_sealed: string,
  created_at: string,
): Promise<void> {
  const known = await findSecondStep(tx, holder);
  if (!known) {
    const row = { id: newId(), ...columnsOf(holder), secret_sealed: null, next_sealed, created_at };
    await tx.insertInto('second_steps').values(row).execute();
    return;
  }
  await tx.updateTable('second_steps').set({ next_sealed }).where('id', '=', known.id).execute();
}

export const useNextSecret = (tx: Db, id: string, secret_sealed: string, last_counter: number) =>
  tx
    .updateTable('second_steps')
    .set({ secret_sealed, next_sealed: null, last_counter })
    .where('id', '=', id)
    .execute();

/** @returns false if this code or a later one was used */
export async function takeCounter(tx: Db, id: string, counter: number): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('second_steps')
    .set({ last_counter: counter })
    .where('id', '=', id)
    .where('last_counter', '<', counter)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** @returns whether there was one in use */
export async function deleteSecondStep(tx: Db, holder: Holder): Promise<boolean> {
  await deleteRecoveryCodes(tx, holder);
  const row = await tx
    .deleteFrom('second_steps')
    .where((eb) => eb.and(heldBy(holder)))
    .returning('secret_sealed')
    .executeTakeFirst();
  return (row?.secret_sealed ?? null) !== null;
}

export const deleteRecoveryCodes = (tx: Db, holder: Holder) =>
  tx
    .deleteFrom('recovery_codes')
    .where((eb) => eb.and(heldBy(holder)))
    .execute();

/** Whether it is one of theirs that was not used. */
export const hasRecoveryCode = (db: Db, holder: Holder, hash: string): Promise<boolean> =>
  findsAny(
    db
      .selectFrom('recovery_codes')
      .where((eb) => eb.and({ ...heldBy(holder), hash, used_at: null })),
  );

/** @returns false if it is none of theirs, or was used */
export async function takeRecoveryCode(
  tx: Db,
  holder: Holder,
  hash: string,
  now: string,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('recovery_codes')
    .set({ used_at: now })
    .where((eb) => eb.and({ ...heldBy(holder), hash, used_at: null }))
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
