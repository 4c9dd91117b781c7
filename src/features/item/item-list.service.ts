import type { YearMonth } from '#lib/calendar.ts';
import { civilDateOf, firstDayOf, yearMonthOf } from '#lib/calendar.ts';
import { notFound } from '#lib/errors.ts';
import { paths } from '#lib/paths.ts';
import type { Db } from '#server/database.ts';
import type { Runtime } from '#server/runtime.ts';
import { chooseResidents } from '#features/resident/resident.service.ts';
import type { Actor } from '#features/session/session.ts';
import type { Counts, Item, ItemsPage, ItemsQuery } from './item.ts';
import { PAGE_SIZE } from './item.ts';
import type { ItemWithPhoto } from './item.repository.ts';
import {
  countItems,
  findItemWithPhoto,
  findOldestTakenOn,
  listItems,
  listItemsOfMonth,
  listItemsInQuestion,
} from './item.repository.ts';
import { toItem } from './item-view.ts';

/** With picture URLs for a session. */
export const toStaffItem = (row: ItemWithPhoto): Item =>
  toItem(row, (file) => paths.staffPhoto(row.blob_id, file));

/** One page of photos (domain.md#the-photo-page), empty past the end. */
export async function readItems(rt: Runtime, actor: Actor, query: ItemsQuery): Promise<ItemsPage> {
  const { id: hostId } = actor.host;
  const rows = await listItems(rt.db, hostId, query);
  const count = await countItems(rt.db, hostId, query);
  const today = civilDateOf(rt.clock.now());
  const oldest = (await findOldestTakenOn(rt.db, hostId)) ?? today;
  return {
    items: rows.map(toStaffItem),
    count,
    lastPage: Math.max(1, Math.ceil(count / PAGE_SIZE)),
    startDate: firstDayOf(yearMonthOf(oldest)),
  };
}

/** Of a photo that is not held; null without one. */
export const readOldestDay = (db: Db, hostId: string): Promise<string | null> =>
  findOldestTakenOn(db, hostId);

export const readItemsOfMonth = async (
  rt: Runtime,
  actor: Actor,
  yearMonth: YearMonth,
): Promise<Item[]> => (await listItemsOfMonth(rt.db, actor.host.id, yearMonth)).map(toStaffItem);

/** Pictures that wait for an answer about a resident (domain.md#consent). */
export const readWithheld = async (
  rt: Runtime,
  actor: Actor,
  residentId: string,
): Promise<Item[]> =>
  (await listItemsInQuestion(rt.db, actor.host.id, residentId)).map(toStaffItem);

export async function readItem(rt: Runtime, actor: Actor, id: string): Promise<Item> {
  const row = await findItemWithPhoto(rt.db, actor.host.id, id);
  if (!row) throw notFound();
  return toStaffItem(row);
}

/** Counts by resident (domain.md#the-photo-page). */
export async function readCounts(
  rt: Runtime,
  actor: Actor,
  yearMonth: YearMonth | undefined,
): Promise<Counts> {
  return {
    allCount: await countItems(rt.db, actor.host.id, { yearMonth, residentId: 'none' }),
    residents: await chooseResidents(rt, actor, yearMonth),
  };
}
