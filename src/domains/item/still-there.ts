import { sama } from '#lib/honorific.ts';
import type { Item } from './item.ts';

type Holder = Pick<Item, 'residentName'>;

const NAMES_SHOWN = 3;

const nameOf = ({ residentName }: Holder): string =>
  residentName === null ? '施設全体' : sama(residentName);

/** `鈴木 花子様・佐藤 一様ほか2人`: whose letters have a photo. */
export function namesOf(items: readonly Holder[]): string {
  const names = [...new Set(items.map(nameOf))];
  if (names.length <= NAMES_SHOWN) return names.join('・');
  const [shown, more] = [names.slice(0, NAMES_SHOWN - 1), names.length - NAMES_SHOWN + 1];
  return `${shown.join('・')}ほか${more}${items.every(isOfResident) ? '人' : 'か所'}`;
}

const isOfResident = ({ residentName }: Holder): boolean => residentName !== null;

/** `5人とも`, or `すべて` where it is facility-wide as well. */
export const allOf = (items: readonly Holder[]): string =>
  items.every(isOfResident) ? `${items.length}人とも` : 'すべて';

/** The same photo in the letters of others stays as it is. */
export const letterOf = ({ residentName }: Holder): string =>
  residentName === null ? '「施設のようす」' : `${sama(residentName)}のお便り`;

/** `4人`, or `5か所` with the facility-wide one. */
export const countOf = (items: readonly Holder[]): string =>
  `${items.length}${items.every(isOfResident) ? '人' : 'か所'}`;

/** After a deletion. @param others who still have one of the photos */
export function deletedText(deleted: readonly Holder[], others: readonly Holder[]): string {
  const [first] = deleted;
  const isOne = deleted.length === 1 && first !== undefined;
  const done = isOne ? `${nameOf(first)}の写真を削除しました` : `${deleted.length}枚を削除しました`;
  if (others.length === 0) return done;
  return `${done}。同じ写真が、${namesOf(others)}に残っています`;
}

/** After one photo was deleted from all its places. */
export const deletedTogetherText = (deleted: readonly Holder[]): string =>
  `${namesOf(deleted)}の写真を削除しました`;
