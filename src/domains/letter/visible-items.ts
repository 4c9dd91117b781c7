import type { Viewer } from '#domains/people/stay.ts';
import { visiblePlaces } from '#domains/people/stay.ts';
import type { YearMonth } from '#lib/calendar.ts';
import type { Db } from '#server/database.ts';
import type { VisibleItem } from './letter-rows.ts';
import { daysOf, listOwnPhotos, listSharedPhotos } from './letter-rows.ts';
import type { Link } from './link.ts';

/** A month's photos: the resident's before the facility-wide ones. */
export async function listVisibleItems(
  db: Db,
  viewer: Pick<Link, 'hostId'> & Viewer,
  yearMonth: YearMonth,
): Promise<VisibleItem[]> {
  const { hostId, residentId } = viewer;
  const places = visiblePlaces(viewer, yearMonth);
  const isOwn = places.includes(residentId);
  const days = daysOf(yearMonth);
  const own = isOwn ? await listOwnPhotos(db, hostId, residentId, ...days) : [];
  const shared = places.includes(null)
    ? await listSharedPhotos(db, hostId, residentId, ...days)
    : [];
  return ofBothPlaces(own, shared);
}

/** A picture in both is shown once, with the resident's. */
export function ofBothPlaces<Row extends { picture: string }>(
  own: readonly Row[],
  shared: readonly Row[],
): Row[] {
  const pictures = new Set(own.map(({ picture }) => picture));
  return [...own, ...shared.filter(({ picture }) => !pictures.has(picture))];
}
