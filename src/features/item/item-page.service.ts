import { civilDateOf } from '../../lib/calendar.ts';
import { notFound } from '../../lib/errors.ts';
import type { Runtime } from '../../server/runtime.ts';
import { readResidentName } from '../resident/resident.service.ts';
import type { Actor } from '../session/session.ts';
import { readHeldItems } from './held.service.ts';
import { countRestorable } from './deleted-items.service.ts';
import { EVERYONE, FACILITY, MONTH_TAB, readFilter } from './item-filter.ts';
import { readCounts, readItems } from './item-list.service.ts';
import type { ItemsStart } from './item-list.ts';
import { ItemsQuery } from './item.ts';

/**
 * All that the photo page shows before any script has run.
 * @param place whose photos: a resident's, null the facility's, undefined everyone's
 * @throws AppError 404 for a resident of no or another host
 */
export async function readItemsStart(
  rt: Runtime,
  actor: Actor,
  query: URLSearchParams,
  place: string | null | undefined,
): Promise<ItemsStart> {
  const today = civilDateOf(rt.clock.now());
  // Before anything else: a word of ours in the address is no resident either.
  const shownName = typeof place === 'string' ? await requireName(rt, actor, place) : null;
  const shown = place === undefined ? EVERYONE : (place ?? FACILITY);
  const filter = readFilter(query, shown, today);
  const yearMonth = filter.tab === MONTH_TAB ? filter.yearMonth : undefined;
  const { data: page = 1 } = ItemsQuery.shape.page.safeParse(query.get('page') ?? 1);
  const residentId = shown === EVERYONE ? undefined : shown;
  return {
    filter,
    page,
    today,
    shownName,
    answer: await readItems(rt, actor, { page, yearMonth, residentId }),
    counts: await readCounts(rt, actor, yearMonth),
    held: await readHeldItems(rt, actor),
    deletedCount: await countRestorable(rt, actor),
  };
}

/** Also of those who have left: their photos stay. */
async function requireName(rt: Runtime, actor: Actor, id: string): Promise<string> {
  const resident = await readResidentName(rt, actor, id);
  if (!resident) throw notFound();
  return resident.name;
}
