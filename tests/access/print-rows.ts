import { addMonths, civilDateOf, yearMonthOf } from '#lib/calendar.ts';
import { paths } from '#lib/paths.ts';
import type { Row } from './row.ts';
import { UNKNOWN, adminPage, everyone, page } from './row.ts';

const PRINT = '/adminstaff/letters/[yearMonth]/print';
/** The month of the world's photos, for URLs built before the world exists. */
const lastMonth = addMonths(yearMonthOf(civilDateOf(new Date())), -1);

/** For admins of the facility; another facility's family is unknown. */
export const PRINT_PAGES: Row[] = [
  page(PRINT, adminPage(), { path: ({ world }) => paths.printLetters(world.yearMonth) }),
  page(
    PRINT,
    { ...adminPage(), other: 404 },
    {
      path: ({ world }) => paths.printLetters(world.yearMonth, `?family=${world.cast.family.id}`),
      unknown: paths.printLetters(lastMonth, `?family=${UNKNOWN}`),
    },
  ),
];

/** Archives require a family’s link, a session is not enough; the share sheet has neither. */
export const FILES_FRONT: Row[] = [
  {
    call: 'POST /adminstaff/share',
    // A share sheet is no page of ours.
    options: { method: 'POST', headers: { Origin: 'null', 'Sec-Fetch-Site': 'none' }, body: 'x' },
    expected: everyone(303),
  },
  {
    call: 'GET /letters/[yearMonth]/photos.zip',
    path: ({ world }) => `/letters/${world.yearMonth}/photos.zip`,
    expected: everyone(404),
  },
];
