import { listOwnPhotos, listSharedPhotos } from '#domains/letter/letter-rows.ts';
import { dueDayOf, monthsOfYear } from '#domains/letter/letter.ts';
import type { LetterViewer } from '#domains/letter/link.ts';
import { listNotes } from '#domains/letter/person-month.ts';
import { listMonths } from '#domains/letter/read-letters.ts';
import { ofBothPlaces } from '#domains/letter/visible-items.ts';
import { isLastLetter, ownPlaceOf, visiblePlaces } from '#domains/people/stay.ts';
import type { YearMonth } from '#lib/calendar.ts';
import { civilDateOf, firstDayOf, lastDayOf, yearMonthOf } from '#lib/calendar.ts';
import type { Runtime } from '#server/runtime.ts';

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

/** The months that this viewer may read, with the day on which the one under way is complete. */
export async function listOut(rt: Runtime, viewer: LetterViewer) {
  const today = civilDateOf(rt.clock.now());
  const months = await listMonths(rt, viewer);
  return months.map((month) => ({ ...month, dueOn: dueDayOf(month.yearMonth, today) }));
}

/** A year's letters that are out, January first (domain.md#a-year). */
export async function readYearLetters(
  rt: Runtime,
  viewer: LetterViewer,
  months: Awaited<ReturnType<typeof listOut>>,
  year: number,
): Promise<LetterOfYear[]> {
  const { photosOf, noteOf } = await readContents(rt, viewer, year);
  return months
    .filter((month) => month.year === year && month.dueOn === null)
    .map(({ yearMonth, title, body, coverItemId }) => {
      const isLast = isLastLetter(viewer, yearMonth);
      const photos = photosOf(yearMonth);
      const note = isLast ? '' : noteOf(yearMonth);
      return { yearMonth, title, body, note, isLast, photos, coverItemId };
    });
}

/** Of all months of the year, in three queries. */
async function readContents({ readConnection }: Runtime, viewer: LetterViewer, year: number) {
  const { hostId, residentId } = viewer;
  const [first, last] = monthsOfYear(year);
  const days = [firstDayOf(first), lastDayOf(last)] as const;
  const place = ownPlaceOf(viewer);
  const own = place === null ? [] : await listOwnPhotos(readConnection, hostId, place, ...days);
  const shared = await listSharedPhotos(readConnection, hostId, residentId, ...days);
  const notes = await listNotes(readConnection, hostId, residentId, first, last);
  return {
    photosOf: (yearMonth: YearMonth): YearPhotoRow[] => {
      const places = visiblePlaces(viewer, yearMonth);
      const isShown = ({ taken_on, resident_id }: YearPhotoRow): boolean =>
        yearMonthOf(taken_on) === yearMonth && places.includes(resident_id);
      return ofBothPlaces(own.filter(isShown), shared.filter(isShown));
    },
    noteOf: (yearMonth: YearMonth): string =>
      notes.find(({ year_month }) => year_month === yearMonth)?.body ?? '',
  };
}
