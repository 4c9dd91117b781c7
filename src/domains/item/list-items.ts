import type { Actor } from '#domains/account/session/session.ts';
import { chooseResidents } from '#domains/people/read-residents.ts';
import type { YearMonth } from '#lib/calendar.ts';
import { civilDateOf, firstDayOf, yearMonthOf } from '#lib/calendar.ts';
import { orMissing } from '#lib/errors.ts';
import type { Runtime } from '#server/runtime.ts';
import { PAGE_SIZE } from './item-limits.ts';
import {
  countItems,
  findItemWithPhoto,
  findOldestTakenOn,
  listItems,
  listItemsInQuestion,
  listItemsOfMonth,
} from './item-rows.ts';
import { toStaffItem } from './item-view.ts';
import { readPeople } from './people-on-photo.ts';
import type { Counts, Item, ItemsPage } from './item.ts';
import type { ItemsQuery } from './item.ts';

/**
 * One page of items, or with `together` of photos (domain.md#the-photo-page); empty past the end.
 */
export async function readItems(
  rt: Runtime,
  actor: Actor,
  { together: isOnce, ...query }: ItemsQuery,
): Promise<ItemsPage> {
  const { id: hostId } = actor.host;
  const rows = await listItems(rt.db, hostId, { ...query, isOnce });
  const count = await countItems(rt.db, hostId, { ...query, isOnce });
  const peopleOf = isOnce ? await readPeople(rt.db, hostId, rows) : () => ({});
  const today = civilDateOf(rt.clock.now());
  const oldest = (await findOldestTakenOn(rt.db, hostId)) ?? today;
  return {
    items: rows.map((row) => ({ ...toStaffItem(row), ...peopleOf(row) })),
    count,
    lastPage: Math.max(1, Math.ceil(count / PAGE_SIZE)),
    startDate: firstDayOf(yearMonthOf(oldest)),
  };
}

export const readItemsOfMonth = async (
  rt: Runtime,
  actor: Actor,
  yearMonth: YearMonth,
): Promise<Item[]> => (await listItemsOfMonth(rt.db, actor.host.id, yearMonth)).map(toStaffItem);

/** Pictures that wait for an answer about a resident (domain.md#consent). */
export const readHidden = async (rt: Runtime, actor: Actor, residentId: string): Promise<Item[]> =>
  (await listItemsInQuestion(rt.db, actor.host.id, residentId)).map(toStaffItem);

export async function readItem(rt: Runtime, actor: Actor, id: string): Promise<Item> {
  const row = orMissing(await findItemWithPhoto(rt.db, actor.host.id, id));
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
