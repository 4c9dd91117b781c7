import type { Holder } from '#domains/account/holder.ts';
import { heldBy } from '#domains/account/holder.ts';
import type { Db } from '#server/database.ts';

export const listPasskeys = (db: Db, holder: Holder) =>
  db
    .selectFrom('passkeys')
    .selectAll()
    .where((eb) => eb.and(heldBy(holder)))
    .orderBy('created_at')
    .execute();

export type PasskeyRow = Awaited<ReturnType<typeof listPasskeys>>[number];

export const findPasskey = (db: Db, credentialId: string) =>
  db
    .selectFrom('passkeys')
    .selectAll()
    .where('credential_id', '=', credentialId)
    .executeTakeFirst();

/** @returns whether it was still there, and as it was when its answer was verified */
export async function updatePasskeyUsed(
  db: Db,
  { id, counter }: PasskeyRow,
  used: { counter: number; last_used_at: string },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('passkeys')
    .set(used)
    .where((eb) => eb.and({ id, counter }))
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export const deletePasskey = (db: Db, holder: Holder, id: string) =>
  db
    .deleteFrom('passkeys')
    .where((eb) => eb.and({ ...heldBy(holder), id }))
    .returningAll()
    .executeTakeFirst();

/** All of a person's, within the given transaction. */
export const deletePasskeys = (tx: Db, holder: Holder) =>
  tx
    .deleteFrom('passkeys')
    .where((eb) => eb.and(heldBy(holder)))
    .execute();
