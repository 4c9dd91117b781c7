import type { Item } from '#domains/item/item.ts';
import type { CivilDate, YearMonth } from '#lib/calendar.ts';
import { formatDay } from '#lib/format-ja.ts';
import type { Markup } from '#lib/html.ts';
import { escaped } from '#lib/html.ts';
import type { LetterReader } from '#lib/paths.ts';
import { paths } from '#lib/paths.ts';
import { FALLBACK } from '#lib/picture-recipe.ts';
import { PHONE_SIZES, colorClass, letterSrcset, pairs, ratioClass } from './photo-view.ts';

export interface LetterPhoto extends Pick<
  Item,
  'takenOn' | 'caption' | 'width' | 'height' | 'color'
> {
  /** Of the large view's address. */
  id: string;
  /** The resident's, not the whole facility's. */
  isOwn: boolean;
  /** The address of its files, up to their names. */
  folder: string;
}

/** With its number in the letter, which is also its anchor. */
interface NumberedPhoto {
  photo: LetterPhoto;
  number: number;
}

interface Where {
  yearMonth: YearMonth;
  reader: LetterReader;
  today: CivilDate;
}

const SIZES = `${PHONE_SIZES},520px`;

/**
 * The photos of a part in rows of two. Thirty components would take as long as the rest of the
 * page, and thirty tagged templates four times as long as plain ones: each value is escaped here.
 */
export function photoPairs(photos: readonly NumberedPhoto[], where: Where): Markup {
  const figures = photos.map((photo) => figure(photo, where));
  let html = '';
  for (const [first, second = ''] of pairs(figures)) {
    html += `<div class="pair">${first}${second}</div>`;
  }
  return html as Markup;
}

function figure({ photo, number }: NumberedPhoto, { yearMonth, reader, today }: Where): string {
  const { width, height } = photo;
  const folder = escaped(photo.folder);
  const href = escaped(paths.letterPhoto(yearMonth, photo.id, reader));
  const day = escaped(formatDay(photo.takenOn, today));
  const when = number === 1 ? 'fetchpriority="high"' : 'loading="lazy" decoding="async"';
  return `<a id="p${number}" class="${ratioClass(photo)}" href="${href}"><figure><picture><source type="image/webp" sizes="${SIZES}" srcset="${letterSrcset(folder, width)}"><img class="${escaped(colorClass(photo))}" src="${folder}${FALLBACK}" width="${width}" height="${height}" alt="写真" ${when}></picture><figcaption>${escaped(photo.caption)}<small>${day}</small></figcaption></figure></a>`;
}
