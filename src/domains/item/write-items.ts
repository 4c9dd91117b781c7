import type { ItemRow } from '#db/schema.ts';
import type { Actor } from '#domains/account/session/session.ts';
import type { Act, OwnAction } from '#domains/audit/audit.ts';
import { noteAct } from '#domains/audit/record-event.ts';
import { civilDateOf } from '#lib/calendar.ts';
import { conflict, invalid, notFound } from '#lib/errors.ts';
import type { Db } from '#server/database.ts';
import { isUniqueViolation } from '#server/failures.ts';
import { orNone } from '#server/lists.ts';
import type { Runtime } from '#server/runtime.ts';
import type { Tx } from '#server/transaction.ts';
import { inTransaction } from '#server/transaction.ts';
import { findItemRow } from './item-rows.ts';
import { leaveOut, markOf } from './leave-out.ts';

export const duplicate = () => conflict('この写真は登録済みです。');

/** @throws AppError 404 if there is no such item, or it was deleted */
export async function requireLiving({ db }: Pick<Runtime, 'db'>, actor: Actor, id: string) {
  const row = await findItemRow(db, actor.host.id, id);
  if (!row || row.deleted_at !== null) throw notFound();
  return row;
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

export const noteItem = <Action extends OwnAction>(
  tx: Tx,
  actor: Actor,
  event: Act<Action>,
  { id, resident_id: residentId }: Pick<ItemRow, 'id' | 'resident_id'>,
) => noteAct(tx, actor, { ...event, target: id, residentId });

/** @returns today. @throws AppError 422 for a future day */
export function requireNotLater(rt: Runtime, takenOn: string | undefined): string {
  const today = civilDateOf(rt.clock.now());
  if (takenOn !== undefined && takenOn > today) {
    const text = '今日より後の日付にはできません。';
    throw invalid(text, { takenOn: [text] });
  }
  return today;
}

type ChangeableColumn =
  | 'taken_on'
  | 'caption'
  | 'resident_id'
  | 'deleted_at'
  | 'held'
  | 'left_out'
  | 'left_out_for'
  | 'position';
export type ItemChange = Partial<Pick<ItemRow, ChangeableColumn>>;

/** @returns whether a row of this host was changed; deleted ones count only for restoring */
export async function updateItem(
  db: Db,
  hostId: string,
  id: string,
  change: ItemChange,
): Promise<boolean> {
  const result = await db
    .updateTable('items')
    .set(change)
    .where((eb) => eb.and({ host_id: hostId, id }))
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

/** Gives all items of one photo another, deleted ones too. @returns whether there were any */
export async function updateItemsOfBlob(
  db: Db,
  hostId: string,
  from: string,
  to: string,
): Promise<boolean> {
  const result = await db
    .updateTable('items')
    .set({ blob_id: to })
    .where((eb) => eb.and({ host_id: hostId, blob_id: from }))
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

/**
 * Ends what is in question for a resident; families' answers that wait hide on.
 * @param but items whose pictures stay as they are
 */
export const showPicturesOf = (
  db: Db,
  { hostId, residentId }: { hostId: string; residentId: string },
  but: readonly string[] = [],
) =>
  db
    .deleteFrom('withheld_pictures')
    .where((eb) => eb.and({ host_id: hostId, resident_id: residentId, asks: 1, waits: 0 }))
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('items')
            .select('items.id')
            .whereRef('items.host_id', '=', 'withheld_pictures.host_id')
            .whereRef('items.picture', '=', 'withheld_pictures.picture')
            .where('items.id', 'in', orNone(but)),
        ),
      ),
    )
    .execute();

/** What was in question for a resident stays hidden from others, where it still names them. */
export async function hideFromOthers(
  db: Db,
  { hostId, residentId }: { hostId: string; residentId: string },
): Promise<void> {
  await db
    .updateTable('withheld_pictures')
    .set({ asks: 0 })
    .where((eb) => eb.and({ host_id: hostId, resident_id: residentId, reach: 'others', waits: 0 }))
    .execute();
  await db
    .deleteFrom('withheld_pictures as waiting')
    .where('waiting.host_id', '=', hostId)
    .where('waiting.resident_id', '=', residentId)
    .where((eb) => eb.and({ 'waiting.asks': 0, 'waiting.waits': 0 }))
    .where(({ not, or, exists, selectFrom }) =>
      not(
        or([
          exists(
            selectFrom('items')
              .select('items.id')
              .whereRef('items.host_id', '=', 'waiting.host_id')
              .whereRef('items.picture', '=', 'waiting.picture')
              .whereRef('items.resident_id', '=', 'waiting.resident_id')
              .where('items.deleted_at', 'is', null),
          ),
          exists(
            selectFrom('picture_people as named')
              .select('named.picture')
              .whereRef('named.host_id', '=', 'waiting.host_id')
              .whereRef('named.picture', '=', 'waiting.picture')
              .whereRef('named.resident_id', '=', 'waiting.resident_id'),
          ),
        ]),
      ),
    )
    .execute();
}

/**
 * Leaves others' items of the pictures that are hidden for a resident out of the letters, deleted
 * ones too: they may be restored. @param ids items of some of these pictures; undefined: all
 * @param except those of the same act
 * @param isMistake staff say that the resident is not on them, unless an admin has still to decide
 */
export const leaveOthersOut = (
  db: Db,
  { hostId, residentId }: { hostId: string; residentId: string },
  ids?: readonly string[],
  {
    except = [],
    isMistake = false,
  }: { except?: readonly string[]; isMistake?: boolean | undefined } = {},
) =>
  leaveOut(db, hostId, markOf(residentId, 'taken off'), (eb) =>
    eb.and([
      eb.or([eb('resident_id', 'is', null), eb('resident_id', '<>', residentId)]),
      ...(except.length > 0 ? [eb('id', 'not in', except)] : []),
      eb('picture', 'in', (of) =>
        of
          .selectFrom('withheld_pictures as waiting')
          .select('waiting.picture')
          .where((eb) => eb.and({ 'waiting.host_id': hostId, 'waiting.resident_id': residentId }))
          .$if(isMistake, (query) => query.where('waiting.asks', '=', 1))
          .$if(ids !== undefined, (query) =>
            query.where('waiting.picture', 'in', ({ selectFrom }) =>
              selectFrom('items as chosen')
                .select('chosen.picture')
                .where('chosen.host_id', '=', hostId)
                .where('chosen.id', 'in', orNone(ids ?? [])),
            ),
          ),
      ),
    ]),
  );

/** @param ids undefined: all of the resident */
export const markItemsDeleted = (
  db: Db,
  of: { hostId: string; residentId: string },
  ids: readonly string[] | undefined,
  now: string,
) =>
  db
    .updateTable('items')
    .set({ deleted_at: now })
    .where((eb) => eb.and({ host_id: of.hostId, resident_id: of.residentId, deleted_at: null }))
    .$if(ids !== undefined, (query) => query.where('id', 'in', orNone(ids ?? [])))
    .execute();
