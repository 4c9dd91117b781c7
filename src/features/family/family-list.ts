import { searchKey, sortByName } from '#lib/kana.ts';
import { addressWith } from '#lib/pages.ts';
import { paths } from '#lib/paths.ts';
import type { FamilyEntry } from './family-entry.ts';
import { DELIVERY_WAYS } from './family.ts';

export const TROUBLED = 'trouble';
const WAYS = ['', ...DELIVERY_WAYS, TROUBLED] as const;

export interface FamilyFilter {
  words: string;
  way: (typeof WAYS)[number];
  residentId: string | null;
}

export interface ResidentGroup {
  resident: FamilyEntry['resident'];
  entries: FamilyEntry[];
}

export const readFamilyFilter = (query: URLSearchParams): FamilyFilter => ({
  words: (query.get('q') ?? '').trim().slice(0, 100),
  way: WAYS.find((way) => way === query.get('delivery')) ?? '',
  residentId: query.get('resident') || null,
});

/** The address of a page of the same list. */
export const familiesAddress = ({ words, way, residentId }: FamilyFilter, page: number): string =>
  addressWith(paths.families, {
    q: words,
    delivery: way,
    resident: residentId,
    page: page > 1 ? page : null,
  });

/** @param key of what is looked for: made once, not for each family */
const matches = ({ family, resident }: FamilyEntry, key: string): boolean =>
  key === '' ||
  [family.name, family.nameKana, family.email ?? '', resident.name, resident.nameKana].some(
    (text) => searchKey(text).includes(key),
  );

const isOfWay = ({ family, trouble }: FamilyEntry, way: FamilyFilter['way']): boolean =>
  way === '' || (way === TROUBLED ? trouble !== null : family.delivery === way);

export function groupFamilies(
  entries: readonly FamilyEntry[],
  residents: readonly FamilyEntry['resident'][],
  { words, way, residentId }: FamilyFilter,
): ResidentGroup[] {
  const key = searchKey(words);
  const chosen = entries.filter((entry) => matches(entry, key) && isOfWay(entry, way));
  // Residents without any household are shown, since their letters reach no one.
  const bare = words === '' && way === '' ? residents : [];
  const people = new Map(
    [...bare, ...chosen.map(({ resident }) => resident)].map((r) => [r.id, r]),
  );
  const byResident = Map.groupBy(chosen, ({ resident }) => resident.id);
  const shown = [...people.values()].filter(({ id }) => residentId === null || id === residentId);
  return sortByName(shown, (resident) => resident).map((resident) => ({
    resident,
    entries: byResident.get(resident.id) ?? [],
  }));
}
