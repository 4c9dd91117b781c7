import type { Actor } from '#domains/account/session/session.ts';
import { chooseResidents, readResidentName } from '#domains/people/residents.ts';
import type { YearMonth } from '#lib/calendar.ts';
import { civilDateOf, firstDayOf, yearMonthOf } from '#lib/calendar.ts';
import { notFound } from '#lib/errors.ts';
import { readPage } from '#lib/pages.ts';
import { paths } from '#lib/paths.ts';
import type { Db } from '#server/database.ts';
import type { Runtime } from '#server/runtime.ts';
import { readHeld } from './answer-held.ts';
import { countRestorable } from './deleted-items.ts';
import { firstNames } from './first-names.ts';
import { EVERYONE, FACILITY, MONTH_TAB, readFilter } from './item-filter.ts';
import { PAGE_SIZE } from './item-limits.ts';
import type { ItemsStart } from './item-list.ts';
import type { ItemWithPhoto } from './item-rows.ts';
import {
  countItems,
  findItemWithPhoto,
  findOldestTakenOn,
  listItems,
  listItemsInQuestion,
  listItemsOfMonth,
} from './item-rows.ts';
import { toItem } from './item-view.ts';
import type { Counts, Item, ItemsPage } from './item.ts';
import { ItemsQuery } from './item.ts';

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
export const readHidden = async (rt: Runtime, actor: Actor, residentId: string): Promise<Item[]> =>
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

/** @param place null: facility-wide; undefined: all. @throws AppError 404 if unknown */
export async function readItemsStart(
  rt: Runtime,
  actor: Actor,
  query: URLSearchParams,
  place: string | null | undefined,
): Promise<ItemsStart> {
  const now = rt.clock.now();
  const today = civilDateOf(now);
  // First: the path could contain any word.
  const shownName = typeof place === 'string' ? await requireName(rt, actor, place) : null;
  const shown = place === undefined ? EVERYONE : (place ?? FACILITY);
  const filter = readFilter(query, shown, today);
  const yearMonth = filter.tab === MONTH_TAB ? filter.yearMonth : undefined;
  const { data: page = 1 } = ItemsQuery.shape.page.safeParse(query.get('page') ?? 1);
  const residentId = shown === EVERYONE ? undefined : shown;
  const counts = await readCounts(rt, actor, yearMonth);
  const held = await readHeld(rt, actor);
  const { residents, others } = firstNames(counts.residents, shown, readPage(query, 'names'));
  return {
    filter,
    page,
    today,
    now: now.getTime(),
    shownName,
    answer: await readItems(rt, actor, { page, yearMonth, residentId }),
    counts: { ...counts, residents },
    others,
    held: held.items,
    firstMonth: held.firstMonth,
    deletedCount: await countRestorable(rt, actor),
  };
}

/** Also residents who left: their photos remain. */
async function requireName(rt: Runtime, actor: Actor, id: string): Promise<string> {
  const resident = await readResidentName(rt, actor, id);
  if (!resident) throw notFound();
  return resident.name;
}
