import { civilDateOf, firstDayOf, lastDayOf, yearMonthOf } from '#lib/calendar.ts';
import type { YearMonth } from '#lib/calendar.ts';
import type { Runtime } from '#server/runtime.ts';
import { dueDayOf } from './letter.ts';
import { listOwnPhotos, listSharedPhotos } from './letter.repository.ts';
import { ofBothPlaces } from './visible-items.ts';
import type { LetterViewer } from './letter.service.ts';
import { listMonths } from './letter.service.ts';
import { listNotes } from './person-month.repository.ts';
import { isLastLetter, ownPlaceOf } from './visibility.ts';
import { monthsOfYear, yearsOf } from './year.ts';

export type YearPhotoRow = Awaited<ReturnType<typeof listOwnPhotos>>[number];

export interface LetterOfYear {
  yearMonth: YearMonth;
  title: string;
  body: string;
  note: string;
  /** The one after a death, with words of its own. */
  isLast: boolean;
  /** The resident's photos, then the facility-wide ones. */
  photos: YearPhotoRow[];
  coverItemId: string | null;
}

export interface Year {
  year: number;
  /** January first. */
  letters: LetterOfYear[];
  /** The nearest years that have letters. */
  previous: number | null;
  next: number | null;
}

/**
 * A year's letters that are out (domain.md#a-year).
 * @returns null if there is none for this viewer
 */
export async function readYear(
  rt: Runtime,
  viewer: LetterViewer,
  year: number,
): Promise<Year | null> {
  const today = civilDateOf(rt.clock.now());
  const months = (await listMonths(rt, viewer)).map((month) => ({
    ...month,
    dueOn: dueDayOf(month.yearMonth, today),
  }));
  const years = yearsOf(months);
  if (!years.includes(year)) return null;
  const { photosOf, noteOf } = await readContents(rt, viewer, year);
  const letters = months
    .filter((month) => month.year === year && month.dueOn === null)
    .map(({ yearMonth, title, body, coverItemId }) => {
      const isLast = isLastLetter(viewer, yearMonth);
      const photos = photosOf(yearMonth, isLast);
      const note = isLast ? '' : noteOf(yearMonth);
      return { yearMonth, title, body, note, isLast, photos, coverItemId };
    });
  return {
    year,
    letters,
    previous: years.findLast((one) => one < year) ?? null,
    next: years.find((one) => one > year) ?? null,
  };
}

/** Of all months of the year, in three queries. */
async function readContents({ readConnection }: Runtime, viewer: LetterViewer, year: number) {
  const { hostId, residentId } = viewer;
  const [first, last] = monthsOfYear(year);
  const days = [firstDayOf(first), lastDayOf(last)] as const;
  const place = ownPlaceOf(viewer);
  const own = place === null ? [] : await listOwnPhotos(readConnection, hostId, place, ...days);
  const shared = await listSharedPhotos(readConnection, hostId, ...days);
  const notes = await listNotes(readConnection, hostId, residentId, first, last);
  const isOf =
    (yearMonth: YearMonth) =>
    ({ taken_on }: YearPhotoRow): boolean =>
      yearMonthOf(taken_on) === yearMonth;
  return {
    photosOf: (yearMonth: YearMonth, isLast: boolean): YearPhotoRow[] => {
      const ownOfMonth = own.filter(isOf(yearMonth));
      return isLast ? ownOfMonth : ofBothPlaces(ownOfMonth, shared.filter(isOf(yearMonth)));
    },
    noteOf: (yearMonth: YearMonth): string =>
      notes.find(({ year_month }) => year_month === yearMonth)?.body ?? '',
  };
}
