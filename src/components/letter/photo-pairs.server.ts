import type { Item } from '#features/item/item.ts';
import type { CivilDate, YearMonth } from '#lib/calendar.ts';
import { formatDay } from '#lib/format-ja.ts';
import { markup } from '#lib/html.ts';
import type { LetterReader } from '#lib/paths.ts';
import { paths } from '#lib/paths.ts';
import { imageOf, letterSrcset, pairs, ratioClass } from './photo-view.server.ts';

/** A photo with its number in the letter, which is also its anchor. */
export interface NumberedPhoto {
  item: Item;
  number: number;
}

interface Where {
  yearMonth: YearMonth;
  reader: LetterReader;
  today: CivilDate;
}

// Phones of 360 to 430 px load the 720 file at a density of 2, the 1080 one at 3.
const SIZES = '(max-width:539px) 344px,520px';

/** The photos of a part in rows of two. A component for each would take twice as long. */
export const photoPairs = (photos: readonly NumberedPhoto[], where: Where): string =>
  pairs(photos)
    .map((pair) => `<div class="pair">${pair.map((one) => figure(one, where)).join('')}</div>`)
    .join('');

function figure({ item, number }: NumberedPhoto, { yearMonth, reader, today }: Where): string {
  const { class: color, src, width, height, alt } = imageOf(item);
  const href = paths.letterPhoto(yearMonth, item.id, reader);
  const srcset = letterSrcset(item.images.srcset.webp);
  const link = markup`<a id="p${number}" class="${ratioClass(item)}" href="${href}">`;
  const source = markup`<source type="image/webp" sizes="${SIZES}" srcset="${srcset}">`;
  const img = markup`<img class="${color}" src="${src}" width="${width}" height="${height}" alt="${alt}"`;
  const loading = number === 1 ? 'fetchpriority="high"' : 'loading="lazy" decoding="async"';
  const picture = `<picture>${source}${img} ${loading}></picture>`;
  const day = markup`<time datetime="${item.takenOn}">${formatDay(item.takenOn, today)}</time>`;
  const caption = markup`${item.caption}`;
  return `${link}<figure>${picture}<figcaption>${caption}${day}</figcaption></figure></a>`;
}
