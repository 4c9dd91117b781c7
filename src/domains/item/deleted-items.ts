import type { Actor } from '#domains/account/session/session.ts';
import { civilDateOf, yearMonthOf } from '#lib/calendar.ts';
import { AppError } from '#lib/errors.ts';
import { isOn } from '#lib/flags.ts';
import type { Db } from '#server/database.ts';
import { countRows, orNone } from '#server/lists.ts';
import type { Runtime } from '#server/runtime.ts';
import { PAGE_SIZE, UNDO_MS } from './item-limits.ts';
import type { ItemWithPhoto } from './item-rows.ts';
import { listItemsOfBlob, withPhoto } from './item-rows.ts';
import { toStaffItem } from './item-view.ts';
import type { DeletedItem, DeletedItemsPage, Item } from './item.ts';
import { restorableSince } from './item.ts';

/** With the effect of restoring it. */
export interface BinnedPhoto {
  item: DeletedItem;
  /** Families will see it at once: its letter is out. */
  isOut: boolean;
  /** Hidden from families: consent of someone on it is missing. */
  isHidden: boolean;
  /** Who still has the photo. */
  remaining: Item[];
  /** With whom it was deleted as well, of the same day. */
  goneToo: DeletedItem[];
}

export function toDeletedItem(row: ItemWithPhoto & { deleted_at: string | null }): DeletedItem {
  const deletedAt = row.deleted_at ?? '';
  const restorableUntil = new Date(Date.parse(deletedAt) + UNDO_MS).toISOString();
  return { ...toStaffItem(row), deletedAt, restorableUntil };
}

/** A page of restorable photos, last deleted first (contract.md#items). */
export async function readDeletedItems(
  rt: Runtime,
  actor: Actor,
  page: number,
): Promise<DeletedItemsPage> {
  const { photos } = await readBin(rt, actor, page);
  return { items: photos.map(({ item }) => item) };
}

/** @param isOnce one item of each stored photo and day, the last deleted */
export async function readBin(
  rt: Runtime,
  actor: Actor,
  page: number,
  { isOnce = false } = {},
): Promise<{ photos: BinnedPhoto[]; hasMore: boolean }> {
  const since = restorableSince(rt.clock.now());
  const rows = await listDeletedItems(rt.db, actor.host.id, { since, page, isOnce });
  const thisMonth = yearMonthOf(civilDateOf(rt.clock.now()));
  const shown = rows.slice(0, PAGE_SIZE);
  const others = await readOthers(rt.db, actor.host.id, shown, since);
  const photos = shown.map((row) => {
    const item = toDeletedItem(row);
    const isRefused =
      row.resident_id !== null && (!isOn(row.photo_consent) || row.waiting_consent === 'none');
    const isHidden = isRefused || row.hidden_picture !== null;
    const isSeen = !isHidden && !item.held && !item.leftOut;
    return { item, isOut: item.yearMonth < thisMonth && isSeen, isHidden, ...others(row) };
  });
  return { photos, hasMore: rows.length > PAGE_SIZE };
}

/** Other items of the same stored photos. */
async function readOthers(db: Db, hostId: string, shown: readonly ItemWithPhoto[], since: string) {
  const blobIds = [...new Set(shown.map((row) => row.blob_id))];
  const living = await listItemsOfBlob(db, hostId, blobIds);
  const gone = await listDeletedOfBlobs(db, hostId, blobIds, since);
  return ({ id, blob_id: blobId, taken_on: day }: ItemWithPhoto) => ({
    remaining: living.filter((row) => row.blob_id === blobId).map(toStaffItem),
    goneToo: gone
      .filter((row) => row.id !== id && row.blob_id === blobId && row.taken_on === day)
      .map(toDeletedItem),
  });
}

export const countRestorable = (rt: Runtime, actor: Actor): Promise<number> =>
  countDeletedItems(rt.db, actor.host.id, restorableSince(rt.clock.now()));

/** @returns how many were restored, and the others' errors. @throws AppError of a single photo */
export async function restoreItems(
  ids: readonly string[],
  restore: (id: string) => Promise<unknown>,
): Promise<{ restored: number; refusals: string[] }> {
  const refusals: string[] = [];
  for (const id of ids) {
    try {
      await restore(id);
    } catch (error) {
      if (!(error instanceof AppError) || ids.length === 1) throw error;
      refusals.push(error.message);
    }
  }
  return { restored: ids.length - refusals.length, refusals };
}

/** Forces the index of recent deletions; one by host would scan all its photos. */
const deletedSince = (db: Db, hostId: string, since: string) =>
  db
    .selectFrom('items')
    .where('items.host_id', '=', hostId)
    .where('items.id', 'in', (eb) =>
      eb
        .selectFrom('items as deleted')
        .select('deleted.id')
        .where('deleted.deleted_at', '>=', since),
    );

/** Last deleted first, with one extra row if there is another page. */
const listDeletedItems = (
  db: Db,
  hostId: string,
  { since, page, isOnce }: { since: string; page: number; isOnce: boolean },
) =>
  withPhoto(
    deletedSince(db, hostId, since).$if(isOnce, (query) =>
      query.where((eb) =>
        eb(
          'items.id',
          '=',
          eb
            .selectFrom('items as same')
            .select('same.id')
            .whereRef('same.host_id', '=', 'items.host_id')
            .whereRef('same.blob_id', '=', 'items.blob_id')
            .whereRef('same.taken_on', '=', 'items.taken_on')
            .where('same.deleted_at', '>=', since)
            .orderBy('same.deleted_at', 'desc')
            .orderBy('same.id', 'desc')
            .limit(1),
        ),
      ),
    ),
  )
    .select(['items.deleted_at', 'residents.photo_consent', 'residents.waiting_consent'])
    .select((eb) =>
      eb
        .selectFrom('withheld_pictures as waiting')
        .select(({ fn, eb: of, or, ref, val }) =>
          fn
            .max(
              of
                .case()
                .when(
                  or([
                    of('waiting.reach', '=', 'everybody'),
                    of('waiting.resident_id', '<>', fn.coalesce(ref('items.resident_id'), val(''))),
                  ]),
                )
                .then(ref('waiting.picture'))
                .end(),
            )
            .as('picture'),
        )
        .whereRef('waiting.host_id', '=', 'items.host_id')
        .whereRef('waiting.picture', '=', 'items.picture')
        .as('hidden_picture'),
    )
    .orderBy('items.deleted_at', 'desc')
    .orderBy('items.id', 'desc')
    .limit(PAGE_SIZE + 1)
    .offset((page - 1) * PAGE_SIZE)
    .execute();

const listDeletedOfBlobs = (db: Db, hostId: string, blobIds: readonly string[], since: string) =>
  withPhoto(
    db
      .selectFrom('items')
      .where('items.host_id', '=', hostId)
      .where('items.blob_id', 'in', orNone(blobIds))
      .where('items.deleted_at', '>=', since),
  )
    .select('items.deleted_at')
    .orderBy('items.deleted_at')
    .orderBy('items.id')
    .execute();

const countDeletedItems = (db: Db, hostId: string, since: string): Promise<number> =>
  countRows(deletedSince(db, hostId, since));
