import { sama } from '#lib/honorific.ts';
import type { Item } from './item.ts';
import { photosIn } from './tile.ts';

type Photo = Holder & Parameters<typeof photosIn>[0][number];
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
export const allOf = (items: readonly Holder[], count = items.length): string =>
  items.every(isOfResident) ? `${count}人とも` : 'すべて';

/** The same photo in the letters of others stays as it is. */
export const letterOf = ({ residentName }: Holder): string =>
  residentName === null ? '「施設のようす」' : `${sama(residentName)}のお便り`;

/** `4人`, or `5か所` with the facility-wide one. */
export const countOf = (items: readonly Holder[]): string =>
  `${items.length}${items.every(isOfResident) ? '人' : 'か所'}`;

/** `4枚`, or `4枚（のべ20人分）` where several people are on them. */
export function photosText(items: readonly Photo[]): string {
  const photos = `${photosIn(items)}枚`;
  if (photosIn(items) === items.length) return photos;
  return `${photos}（のべ${countOf(items)}分）`;
}

/** `写真`, `鈴木 花子様・佐藤 一様の写真` or `4枚`: what was changed, at the head of a sentence. */
export const whoseText = (items: readonly Photo[]): string =>
  photosIn(items) === 1 ? `${namesOf(items)}の写真` : photosText(items);

/** After a deletion. @param others who still have one of the photos */
export function deletedText(deleted: readonly Photo[], others: readonly Holder[]): string {
  const done = `${whoseText(deleted)}を削除しました`;
  return others.length === 0 ? done : `${done}。同じ写真が、${namesOf(others)}に残っています`;
}
