import { civilDateOf, yearMonthOf } from '#lib/calendar.ts';
import { AppError } from '#lib/errors.ts';
import type { Runtime } from '#server/runtime.ts';
import type { Actor } from '#features/session/session.ts';
import type { DeletedItem, DeletedItemsPage } from './item.ts';
import { PAGE_SIZE, UNDO_MS, restorableSince } from './item.ts';
import type { ItemWithPhoto } from './item.repository.ts';
import { countDeletedItems, listDeletedItems } from './deleted-items.repository.ts';
import { toStaffItem } from './item-list.service.ts';
import { restoreItem } from './item.service.ts';

/** With the effect of restoring it. */
export interface BinnedPhoto {
  item: DeletedItem;
  /** Families will see it at once: its letter is out. */
  isOut: boolean;
  /** Hidden from families: consent of someone on it is missing. */
  isWithheld: boolean;
}

const toDeletedItem = (row: ItemWithPhoto, deletedAt: string): DeletedItem => ({
  ...toStaffItem(row),
  deletedAt,
  restorableUntil: new Date(Date.parse(deletedAt) + UNDO_MS).toISOString(),
});

/** A page of restorable photos, last deleted first (contract.md#items). */
export async function readDeletedItems(
  rt: Runtime,
  actor: Actor,
  page: number,
): Promise<DeletedItemsPage> {
  const { photos } = await readBin(rt, actor, page);
  return { items: photos.map(({ item }) => item) };
}

export async function readBin(
  rt: Runtime,
  actor: Actor,
  page: number,
): Promise<{ photos: BinnedPhoto[]; hasMore: boolean }> {
  const rows = await listDeletedItems(rt.db, actor.host.id, restorableSince(rt.clock.now()), page);
  const thisMonth = yearMonthOf(civilDateOf(rt.clock.now()));
  const photos = rows.slice(0, PAGE_SIZE).map((row) => {
    const item = toDeletedItem(row, row.deleted_at ?? '');
    const isRefused = row.resident_id !== null && row.photo_consent !== 1;
    const isWithheld = isRefused || row.withheld_picture !== null;
    const isSeen = !isWithheld && !item.held && !item.leftOut;
    return { item, isOut: item.yearMonth < thisMonth && isSeen, isWithheld };
  });
  return { photos, hasMore: rows.length > PAGE_SIZE };
}

export const countRestorable = (rt: Runtime, actor: Actor): Promise<number> =>
  countDeletedItems(rt.db, actor.host.id, restorableSince(rt.clock.now()));

/** @returns how many were restored, and the others' errors. @throws AppError of a single photo */
export async function restoreItems(
  rt: Runtime,
  actor: Actor,
  ids: readonly string[],
): Promise<{ restored: number; refusals: string[] }> {
  const refusals: string[] = [];
  for (const id of ids) {
    try {
      await restoreItem(rt, actor, id);
    } catch (error) {
      if (!(error instanceof AppError) || ids.length === 1) throw error;
      refusals.push(error.message);
    }
  }
  return { restored: ids.length - refusals.length, refusals };
}
