import type { ItemRow } from '#db/schema.ts';
import { civilDateOf } from '#lib/calendar.ts';
import { conflict, invalid, notFound } from '#lib/errors.ts';
import { isUniqueViolation } from '#server/failures.ts';
import type { Runtime } from '#server/runtime.ts';
import type { Tx } from '#server/transaction.ts';
import { inTransaction } from '#server/transaction.ts';
import type { AuditAction } from '#features/audit/audit.ts';
import { noteAct } from '#features/audit/audit.service.ts';
import type { Actor } from '#features/session/session.ts';
import { findItemRow } from './item.repository.ts';
import { isPictureWithheld } from './item-write.repository.ts';

export const duplicate = () => conflict('この写真は登録済みです。');

/** @throws AppError 404 if there is no such item, or it was deleted */
export async function requireLiving({ db }: Pick<Runtime, 'db'>, actor: Actor, id: string) {
  const row = await findItemRow(db, actor.host.id, id);
  if (!row || row.deleted_at !== null) throw notFound();
  return row;
}

/**
 * Until an admin has answered, a picture stays in its places (domain.md#consent).
 * @throws AppError 409 while it is withheld
 */
export async function requireShown(
  { db }: Tx,
  { host_id: hostId, picture }: Pick<ItemRow, 'host_id' | 'picture'>,
): Promise<void> {
  if (await isPictureWithheld(db, hostId, picture)) {
    throw conflict(
      'この写真には「載せない」となった方が写っていて、扱いがまだ決まっていません。写真はそのままです。移したりコピーしたりできるのは、管理者の方が、その方の写真の扱いを決めてからです。',
    );
  }
}

/** In one transaction, in which the unique index decides. @throws AppError 409, as given */
export async function unlessTaken<T>(
  rt: Runtime,
  write: (tx: Tx) => Promise<T>,
  refusal = duplicate,
): Promise<T> {
  try {
    return await inTransaction(rt, write);
  } catch (error) {
    if (isUniqueViolation(error)) throw refusal();
    throw error;
  }
}

/** @param detail the previous place of a photo, or the month of an answer */
export const noteItem = (
  tx: Tx,
  actor: Actor,
  action: AuditAction,
  { id, resident_id: residentId }: Pick<ItemRow, 'id' | 'resident_id'>,
  detail?: string,
) => noteAct(tx, actor, { action, target: id, residentId, detail });

/** @returns today. @throws AppError 422 for a future day */
export function requireNotLater(rt: Runtime, takenOn: string | undefined): string {
  const today = civilDateOf(rt.clock.now());
  if (takenOn !== undefined && takenOn > today) {
    const text = '今日より後の日付にはできません。';
    throw invalid(text, { takenOn: [text] });
  }
  return today;
}
