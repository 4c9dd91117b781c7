import type { OwnAnswer } from '#domains/letter/answer/answer.ts';
import { REPLY_HEADING } from '#domains/letter/answer/answer.ts';
import type { readOwnAnswersBetween } from '#domains/letter/answer/family-answers.ts';
import { listOwnPhotos, listSharedPhotos } from '#domains/letter/letter-rows.ts';
import type { LetterViewer } from '#domains/letter/link.ts';
import { listNotes } from '#domains/letter/person-month.ts';
import { listMonths } from '#domains/letter/read-letters.ts';
import { toShown } from '#domains/letter/shown-photo.ts';
import { ofBothPlaces } from '#domains/letter/visible-items.ts';
import { isDelivered, isLastLetter, ownPlaceOf, visiblePlaces } from '#domains/people/stay.ts';
import type { YearMonth } from '#lib/calendar.ts';
import { civilDateOf, firstDayOf, lastDayOf, yearMonthOf } from '#lib/calendar.ts';
import { formatDay } from '#lib/format-ja.ts';
import type { Runtime } from '#server/runtime.ts';
import type { BookLetter, BookPhoto } from './year-book.ts';

/** Whose letters, and how photos are addressed for their reader. */
export interface BookReader {
  viewer: LetterViewer;
  /** Names all that the letters depend on but the day. */
  key: string;
  addressOf: (blobId: string) => (file: string) => string;
  /** None in what staff take, which they hand on. */
  answersOf: (
    first: YearMonth,
    last: YearMonth,
  ) => Promise<Awaited<ReturnType<typeof readOwnAnswersBetween>>>;
}

/** The months that this viewer may read, without the one under way. */
export async function listOut(rt: Runtime, viewer: LetterViewer) {
  const today = civilDateOf(rt.clock.now());
  return (await listMonths(rt, viewer)).filter(({ yearMonth }) => isDelivered(yearMonth, today));
}

/** The letters of such months, which follow each other, in three queries (domain.md#a-year). */
export async function readBound(
  { readConnection: db }: Runtime,
  { viewer, addressOf, answersOf }: BookReader,
  months: Awaited<ReturnType<typeof listOut>>,
): Promise<BookLetter[]> {
  const [first, last] = [months[0]?.yearMonth, months.at(-1)?.yearMonth];
  if (first === undefined || last === undefined) return [];
  const { hostId, residentId } = viewer;
  const days = [firstDayOf(first), lastDayOf(last)] as const;
  const place = ownPlaceOf(viewer);
  const own = place === null ? [] : await listOwnPhotos(db, hostId, place, ...days);
  const shared = await listSharedPhotos(db, hostId, residentId, ...days);
  const notes = await listNotes(db, hostId, residentId, first, last);
  const answers = await answersOf(first, last);
  const toPhoto = (row: (typeof own)[number]): BookPhoto => ({
    ...toShown(row, addressOf),
    itemId: row.id,
    day: formatDay(row.taken_on, row.taken_on),
    byteSize: row.master_bytes ?? 0,
  });
  return months.map(({ yearMonth, title, body, coverItemId }) => {
    const isLast = isLastLetter(viewer, yearMonth);
    const places = visiblePlaces(viewer, yearMonth);
    const isShown = ({ taken_on, resident_id }: (typeof own)[number]): boolean =>
      yearMonthOf(taken_on) === yearMonth && places.includes(resident_id);
    const note = notes.find(({ year_month }) => year_month === yearMonth)?.body ?? '';
    return {
      yearMonth,
      title,
      body,
      note: isLast ? '' : note,
      isLast,
      photos: ofBothPlaces(own.filter(isShown), shared.filter(isShown)).map(toPhoto),
      coverItemId,
      answers: (answers.get(yearMonth) ?? []).flatMap(withReply),
    };
  });
}

const withReply = ({ body, reply }: OwnAnswer): string[] =>
  reply ? [body, `${REPLY_HEADING}：${reply.body}`] : [body];
