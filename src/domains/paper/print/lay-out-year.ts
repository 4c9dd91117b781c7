import type { YearMonth } from '#lib/calendar.ts';
import type { Print } from './album.ts';
import { MOST_ON_A_PAGE } from './album.ts';
import type { PrintPage } from './blocks.ts';
import type { Part } from './book.ts';
import { Book } from './book.ts';
import { isFilled } from './lay-out.ts';
import * as paper from './paper.ts';

interface MonthOfBook<P> {
  yearMonth: YearMonth;
  title: string;
  paragraphs: string[];
  parts: Part<P>[];
}

const MOST_IN_A_FULL_YEAR = 6;
/** More photos than this are printed smaller: at four to a page a year would take 75 sheets. */
const FULL_YEAR = 60;

const mostFor = (photos: number): number =>
  photos > FULL_YEAR ? MOST_IN_A_FULL_YEAR : MOST_ON_A_PAGE;

/**
 * The pages of a year's months. A month begins on a new page, unless all of it fits below the one
 * before.
 * @param isEnd with the closing: nothing follows
 */
export function layOutYear<P extends Print>(
  months: readonly MonthOfBook<P>[],
  isEnd = true,
): PrintPage<P>[] {
  const most = mostFor(months.reduce((sum, month) => sum + photosIn(month), 0));
  const book = new Book<P>({
    room: paper.BODY_HEIGHT,
    most,
    closing: isEnd ? paper.BOOK_CLOSING_HEIGHT : 0,
    isThrifty: true,
  });
  for (const month of months) {
    const work = (on: Book<P>) => layMonth(on, month, month === months.at(-1));
    if (!book.isAtTop && (photosIn(month) > most || !book.fits(work))) book.turn();
    work(book);
  }
  if (isEnd) book.end();
  return book.pages;
}

const photosIn = ({ parts }: MonthOfBook<unknown>): number =>
  parts.reduce((sum, { photos }) => sum + photos.length, 0);

function layMonth<P extends Print>(
  book: Book<P>,
  { yearMonth, title, paragraphs, parts }: MonthOfBook<P>,
  isLast: boolean,
): void {
  book.add({ kind: 'month', yearMonth, title });
  if (paragraphs.length > 0) book.write(paragraphs, { kind: 'text', paragraphs: [] });
  const filled = parts.filter(isFilled);
  for (const part of filled) book.paste(part, isLast && part === filled.at(-1));
}

/** On which page each month begins, from 0. */
export function startsOf(pages: readonly PrintPage<unknown>[]): Map<YearMonth, number> {
  const starts = new Map<YearMonth, number>();
  for (const [index, page] of pages.entries()) {
    for (const block of page) if (block.kind === 'month') starts.set(block.yearMonth, index);
  }
  return starts;
}
