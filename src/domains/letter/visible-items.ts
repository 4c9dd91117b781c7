import { LRUCache } from 'lru-cache';
import type { Viewer } from '#domains/people/stay.ts';
import { placesOf } from '#domains/people/stay.ts';
import type { YearMonth } from '#lib/calendar.ts';
import type { Db } from '#server/database.ts';
import type { VisibleItem } from './letter-rows.ts';
import { daysOf, listOwnPhotos, listSharedPhotos } from './letter-rows.ts';
import type { Link } from './link.ts';

type OfHost = Pick<Link, 'hostId'> & Partial<Pick<Link, 'contentVersion'>>;

/** A month's photos: the resident's before the facility-wide ones. */
export async function listVisibleItems(
  db: Db,
  viewer: OfHost & Viewer,
  yearMonth: YearMonth,
): Promise<VisibleItem[]> {
  const { hostId, residentId } = viewer;
  const places = placesOf(viewer, yearMonth);
  const isOwn = places.includes(residentId);
  const own = isOwn ? await listOwnPhotos(db, hostId, residentId, ...daysOf(yearMonth)) : [];
  const shared = places.includes(null) ? await listKeptSharedPhotos(db, viewer, yearMonth) : [];
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

/** Some 700 bytes each. */
const MOST_ROWS = 3000;

type Kept = LRUCache<string, readonly VisibleItem[]>;

const kept = new WeakMap<Db, Kept>();

function keptOf(db: Db): Kept {
  const known = kept.get(db);
  if (known) return known;
  const made: Kept = new LRUCache({
    maxSize: MOST_ROWS,
    sizeCalculation: ({ length }) => length + 1,
  });
  kept.set(db, made);
  return made;
}

/**
 * A month's photos of the whole facility, which all its families see. They are read once for each
 * content version, which triggers increment with every change, and which each request reads with
 * its link (performance.md#a-letter).
 * @param of without a version they are read
 */
async function listKeptSharedPhotos(
  db: Db,
  of: OfHost,
  yearMonth: YearMonth,
): Promise<readonly VisibleItem[]> {
  const { hostId, contentVersion } = of;
  const read = () => listSharedPhotos(db, hostId, ...daysOf(yearMonth));
  if (contentVersion === undefined) return read();
  const key = `${hostId} ${yearMonth} ${contentVersion}`;
  const photos = keptOf(db);
  const known = photos.get(key);
  if (known) return known;
  const rows = await read();
  photos.set(key, rows);
  return rows;
}
