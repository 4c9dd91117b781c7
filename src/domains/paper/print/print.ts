import type { Item } from '#domains/item/item.ts';
import { NO_MAIL_TEXT } from '#domains/delivery/reasons.ts';
import { ownTitle } from '#domains/item/month-text.ts';
import { ownHeading, paragraphsOf } from '#domains/letter/drawing/letter-html.ts';
import { FACILITY_HEADING } from '#domains/letter/salutation.ts';
import type { CivilDate } from '#lib/calendar.ts';
import { formatDay } from '#lib/format-ja.ts';
import type { Print } from './album.ts';
import type { PrintPage } from './blocks.ts';
import { layOut } from './lay-out.ts';

export type NotPrinted = 'address' | 'died' | 'left' | 'away' | 'skipped' | 'noLetter';

export const NOT_PRINTED_TEXT: Record<NotPrinted, string> = {
  address: '住所が足りません',
  died: NO_MAIL_TEXT.died,
  left: NO_MAIL_TEXT.left,
  away: NO_MAIL_TEXT.away,
  skipped: NO_MAIL_TEXT.skipped,
  noLetter: 'この月のお便りがありません',
};

export type Sides = 2 | 1;

export interface PrintQuery {
  familyId: string | null;
  /** A resident without family: the letter is for the person. */
  residentId: string | null;
  sides: Sides;
}

export const readPrintQuery = (query: URLSearchParams): PrintQuery => ({
  familyId: query.get('family') || null,
  residentId: query.get('resident') || null,
  sides: query.get('sides') === '1' ? 1 : 2,
});

export function printQuery({ familyId, residentId, sides }: PrintQuery): string {
  const query = new URLSearchParams();
  if (familyId !== null) query.set('family', familyId);
  if (residentId !== null) query.set('resident', residentId);
  if (sides === 1) query.set('sides', '1');
  return query.size === 0 ? '' : `?${query.toString()}`;
}

interface Written {
  yearMonth: number;
  title: string;
  body: string;
  note: string;
  items: Item[];
  isLast: boolean;
}

export type PrintPhoto = Item & Print;

/** @param today whose year days need not name */
export function letterPages(
  letter: Written,
  residentName: string,
  today: CivilDate,
): PrintPage<PrintPhoto>[] {
  const photos = letter.items.map((item) => ({ ...item, day: formatDay(item.takenOn, today) }));
  return layOut({
    title: ownTitle(letter),
    paragraphs: paragraphsOf(letter.body),
    parts: [
      {
        heading: ownHeading(letter, residentName),
        note: paragraphsOf(letter.note),
        photos: photos.filter(({ residentId }) => residentId !== null),
      },
      {
        heading: FACILITY_HEADING,
        photos: photos.filter(({ residentId }) => residentId === null),
      },
    ],
  });
}

export const sheetsOf = (pages: number, sides: Sides): number => Math.ceil(pages / sides);

/** Whether a blank page follows, so that each letter starts on a new sheet. */
export const endsOnFront = (pages: number, sides: Sides): boolean => sides === 2 && pages % 2 === 1;
