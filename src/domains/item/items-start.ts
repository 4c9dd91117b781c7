import type { Actor } from '#domains/account/session/session.ts';
import { readResidentName } from '#domains/people/read-residents.ts';
import { civilDateOf } from '#lib/calendar.ts';
import { orMissing } from '#lib/errors.ts';
import { readPage } from '#lib/pages.ts';
import type { Runtime } from '#server/runtime.ts';
import { readHeld } from './settle-held.ts';
import { countRestorable } from './deleted-items.ts';
import { firstNames } from './first-names.ts';
import { EVERYONE, FACILITY, MONTH_TAB, readFilter } from './item-filter.ts';
import type { ItemsStart } from './item-list.ts';
import { ItemsQuery } from './item.ts';
import { readCounts, readItems } from './list-items.ts';

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
    answer: await readItems(rt, actor, { page, yearMonth, residentId, together: true }),
    counts: { ...counts, residents },
    others,
    held: held.items,
    firstMonth: held.firstMonth,
    deletedCount: await countRestorable(rt, actor),
  };
}

/** Also residents who left: their photos remain. */
async function requireName(rt: Runtime, actor: Actor, id: string): Promise<string> {
  const resident = orMissing(await readResidentName(rt, actor, id));
  return resident.name;
}
