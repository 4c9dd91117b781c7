import type { Item } from '#features/item/item.ts';
import { FALLBACK } from '#features/photo/photo.ts';
import type { CivilDate, YearMonth } from '#lib/calendar.ts';
import { formatDay } from '#lib/format-ja.ts';
import { escaped } from '#lib/html.ts';
import type { Utf8 } from '#server/utf8.ts';
import { utf8Of, utf8OfEach } from '#server/utf8.ts';
import type { LetterReader } from '#lib/paths.ts';
import { letterPhotos } from '#lib/paths.ts';
import { PHONE_SIZES, colorClass, letterSrcset, pairs, ratioOf } from './photo-view.server.ts';

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

const ALT = utf8Of('写真');
const SIZES = `${PHONE_SIZES},520px`;

/**
 * The photos of a part in rows of two. Thirty components would take as long as the rest of the
 * page, and thirty tagged templates four times as long as plain ones.
 */
export function photoPairs(photos: readonly NumberedPhoto[], where: Where): Utf8 {
  const [before, after] = letterPhotos(where.yearMonth, where.reader);
  const way: Way = { before: escaped(before), after: escaped(after), today: where.today };
  const captions = utf8OfEach(photos.map(({ photo }) => escaped(photo.caption)));
  const figures = photos.map((photo, at) => figure(photo, captions[at] ?? ('' as Utf8), way));
  let html = '';
  for (const [first, second = ''] of pairs(figures)) {
    html += `<div class="pair">${first}${second}</div>`;
  }
  return html as Utf8;
}

/** To the large views. */
interface Way {
  before: string;
  after: string;
  today: CivilDate;
}

/** Every value is a number or escaped, and in bytes: names and addresses have no others. */
function figure(
  { photo, number }: NumberedPhoto,
  caption: Utf8,
  { before, after, today }: Way,
): string {
  const { width, height } = photo;
  const folder = escaped(photo.folder);
  const id = escaped(photo.id);
  const color = escaped(colorClass(photo));
  const day = dayOf(photo.takenOn, today);
  const when = number === 1 ? 'fetchpriority="high"' : 'loading="lazy" decoding="async"';
  return `<a id="p${number}" class="r${ratioOf(photo)}" href="${before}${id}${after}"><figure><picture><source type="image/webp" sizes="${SIZES}" srcset="${letterSrcset(folder, width)}"><img class="${color}" src="${folder}${FALLBACK}" width="${width}" height="${height}" alt="${ALT}" ${when}></picture><figcaption>${caption}<small>${day}</small></figcaption></figure></a>`;
}

/** As written today; a month's letters share some thirty. */
const days = { today: '', texts: new Map<CivilDate, Utf8>() };
const MOST_DAYS = 500;

function dayOf(takenOn: CivilDate, today: CivilDate): Utf8 {
  if (days.today !== today || days.texts.size > MOST_DAYS) {
    days.today = today;
    days.texts.clear();
  }
  const known = days.texts.get(takenOn);
  if (known !== undefined) return known;
  const day = utf8Of(escaped(formatDay(takenOn, today)));
  days.texts.set(takenOn, day);
  return day;
}
