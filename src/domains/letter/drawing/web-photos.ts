import type { Item } from '#domains/item/item.ts';
import type { CivilDate, YearMonth } from '#lib/calendar.ts';
import { formatDay } from '#lib/format-ja.ts';
import type { Markup } from '#lib/html.ts';
import { joined } from '#lib/html.ts';
import type { LetterReader } from '#lib/paths.ts';
import { paths } from '#lib/paths.ts';
import { photoPrint, photoRow } from './letter-html.ts';
import { longHint, pairs, printClass, webPicture } from './photo-view.ts';

export interface LetterPhoto extends Pick<
  Item,
  'takenOn' | 'caption' | 'width' | 'height' | 'color'
> {
  /** Names the photo in the large view's address. */
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

/** The photos of a part in rows of two. */
export const photoPairs = (photos: readonly NumberedPhoto[], where: Where): Markup =>
  joined(pairs(photos.map((photo) => draw(photo, where))).map(photoRow));

function draw({ photo, number }: NumberedPhoto, { yearMonth, reader, today }: Where): Markup {
  const { width, height, caption, takenOn } = photo;
  const isFirst = number === 1;
  return photoPrint({
    id: `p${number}`,
    shape: printClass(photo),
    href: paths.letterPhoto(yearMonth, photo.id, reader),
    picture: webPicture(photo, { width, height, isFirst }),
    caption,
    day: formatDay(takenOn, today),
    hint: longHint(photo),
  });
}
