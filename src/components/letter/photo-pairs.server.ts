import type { Item } from '#features/item/item.ts';
import { FALLBACK } from '#features/photo/photo.ts';
import type { CivilDate, YearMonth } from '#lib/calendar.ts';
import { formatDay } from '#lib/format-ja.ts';
import type { Markup } from '#lib/html.ts';
import { joined, markup } from '#lib/html.ts';
import type { LetterReader } from '#lib/paths.ts';
import { paths } from '#lib/paths.ts';
import { colorClass, letterSrcset, pairs, ratioClass } from './photo-view.server.ts';

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
export interface NumberedPhoto {
  photo: LetterPhoto;
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
export const photoPairs = (photos: readonly NumberedPhoto[], where: Where): Markup =>
  joined(
    pairs(photos).map((pair) => joined([PAIR, ...pair.map((one) => figure(one, where)), PAIR_END])),
  );

const PAIR = markup`<div class="pair">`;
const PAIR_END = markup`</div>`;
const FIRST = markup`fetchpriority="high"`;
const LATER = markup`loading="lazy" decoding="async"`;

function figure({ photo, number }: NumberedPhoto, { yearMonth, reader, today }: Where): Markup {
  const { takenOn, folder, width, height } = photo;
  const href = paths.letterPhoto(yearMonth, photo.id, reader);
  const srcset = letterSrcset(folder, width);
  const day = formatDay(takenOn, today);
  return joined([
    markup`<a id="p${number}" class="${ratioClass(photo)}" href="${href}"><figure><picture><source type="image/webp" sizes="${SIZES}" srcset="${srcset}"><img class="${colorClass(photo)}" src="${folder + FALLBACK}" width="${width}" height="${height}" alt="写真" `,
    number === 1 ? FIRST : LATER,
    markup`></picture><figcaption>${photo.caption}<time datetime="${takenOn}">${day}</time></figcaption></figure></a>`,
  ]);
}
