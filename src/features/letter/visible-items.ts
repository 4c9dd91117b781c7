import { LRUCache } from 'lru-cache';
import type { Link } from '#features/family-link/link.service.ts';
import type { YearMonth } from '#lib/calendar.ts';
import type { Later } from '#lib/later.ts';
import { after, together } from '#lib/later.ts';
import type { ReadConnection } from '#server/read-connection.ts';
import type { VisibleItem } from './letter.repository.ts';
import { daysOf, listOwnPhotos, listSharedPhotos } from './letter.repository.ts';
import type { Viewer } from './visibility.ts';
import { isLastLetter, mayHaveLetter, ownPlaceOf } from './visibility.ts';

type OfHost = Pick<Link, 'hostId'> & Partial<Pick<Link, 'contentVersion'>>;

/**
 * A month's photos: the resident's before the facility-wide ones. A last letter has only the
 * resident's.
 */
export function listVisibleItems(
  connection: ReadConnection,
  viewer: OfHost & Viewer,
  yearMonth: YearMonth,
): Later<VisibleItem[]> {
  if (!mayHaveLetter(viewer, yearMonth)) return [];
  const { hostId } = viewer;
  const month = daysOf(yearMonth);
  const place = ownPlaceOf(viewer);
  const own = place === null ? [] : listOwnPhotos(connection, hostId, place, ...month);
  if (isLastLetter(viewer, yearMonth)) return own;
  const shared = listKeptSharedPhotos(connection, viewer, yearMonth);
  return after(together([own, shared]), ([ofResident, ofHost]) => ofBothPlaces(ofResident, ofHost));
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

const kept = new WeakMap<ReadConnection, Kept>();

function keptOf(connection: ReadConnection): Kept {
  const known = kept.get(connection);
  if (known) return known;
  const made: Kept = new LRUCache({
    maxSize: MOST_ROWS,
    sizeCalculation: ({ length }) => length + 1,
  });
  kept.set(connection, made);
  return made;
}

/**
 * A month's photos of the whole facility, which all its families see. They are read once for each
 * content version, which triggers increment with every change, and which each request reads with
 * its link (performance.md#what-a-facility-shares).
 * @param of without a version they are read
 */
function listKeptSharedPhotos(
  connection: ReadConnection,
  of: OfHost,
  yearMonth: YearMonth,
): Later<readonly VisibleItem[]> {
  const { hostId, contentVersion } = of;
  const read = () => listSharedPhotos(connection, hostId, ...daysOf(yearMonth));
  if (contentVersion === undefined) return read();
  const key = `${hostId} ${yearMonth} ${contentVersion}`;
  const photos = keptOf(connection);
  const known = photos.get(key);
  if (known) return known;
  return after(read(), (rows) => {
    photos.set(key, rows);
    return rows;
  });
}
