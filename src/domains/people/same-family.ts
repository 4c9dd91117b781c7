import { sama } from '#lib/honorific.ts';
import { searchKey } from '#lib/kana.ts';
import type { Db } from '#server/database.ts';
import type { FamilyRow } from './family-rows.ts';
import { listFamilies } from './family-rows.ts';
import type { Family } from './family.ts';

/** What is entered of a family. */
export interface Entered extends Pick<
  Family,
  'name' | 'email' | 'postcode' | 'city' | 'town' | 'street'
> {
  nameKana?: string;
  delivery: string;
}

/** People write 様 of their own mother, too. */
const nameKey = (name: string): string => searchKey(name).replace(/(?:様|さま|さん)$/, '');

const keysOf = (names: readonly string[]): string[] => names.map(nameKey).filter(Boolean);

/** The same but for spaces, variants of characters (髙, 高), and kana for what is read so. */
export const isSameName = (one: readonly string[], other: readonly string[]): boolean =>
  keysOf(one).some((key) => keysOf(other).includes(key));

const namesOf = ({ name, nameKana = '' }: Entered): string[] => [name, nameKana];

/** Where a letter on paper goes. */
const homeOf = ({ delivery, postcode, city, town, street }: Entered): string =>
  delivery === 'print' && postcode ? `${postcode} ${searchKey(city + town + street)}` : '';

/** Of one resident: one of the two is too many, as far as a stranger can tell. */
export const isSameFamily = (one: Entered, other: Entered): boolean =>
  isSameName(namesOf(one), namesOf(other)) ||
  (one.email !== null && one.email === other.email) ||
  (homeOf(one) !== '' && homeOf(one) === homeOf(other));

export const toEntered = ({ name_kana: nameKana, ...row }: FamilyRow): Entered => ({
  ...row,
  nameKana,
});

/** The first that is registered. */
export const findSameFamily = async (
  db: Db,
  hostId: string,
  residentId: string,
  entered: Entered,
): Promise<FamilyRow | undefined> =>
  (await listFamilies(db, hostId, residentId)).find((row) => isSameFamily(toEntered(row), entered));

export const isThere = ({ name, relationship }: Pick<Family, 'name' | 'relationship'>): string =>
  `すでに${sama(name, ' ')}${relationship ? `（${relationship}）` : ''}が登録されています。`;
