import { addMonths, civilDateOf, yearMonthOf, yearOf } from '#lib/calendar.ts';
import { paths } from '#lib/paths.ts';
import type { Call } from '../support/http.ts';
import { jpeg, vary } from '../support/pictures.ts';
import { postForm, postedForm } from '../support/posted-photos.ts';
import type { Row } from './row.ts';
import { UNKNOWN, adminPage, everyone, exportPage, page, staffPage } from './row.ts';
import type { Site } from './site.ts';

const PRINT = '/adminstaff/letters/[yearMonth]/print';
/** The month of the world's photos, for URLs built before the world exists. */
const lastMonth = addMonths(yearMonthOf(civilDateOf(new Date())), -1);

const CARDS = '/adminstaff/families/cards';

/** They hold links: for admins of the facility only. */
const CARD_PAGES: Row[] = [
  page(CARDS, adminPage()),
  page(
    CARDS,
    { ...adminPage(), other: 404 },
    {
      path: ({ world }) => `${CARDS}?family=${world.cast.family.id}`,
      unknown: `${CARDS}?family=${UNKNOWN}`,
    },
  ),
];

const CONSENTS = '/adminstaff/residents/consents/print';

/** Forms about photos, with families' links in them. */
const CONSENT_PAGES: Row[] = [
  page(CONSENTS, adminPage()),
  page(
    CONSENTS,
    { ...adminPage(), other: 404 },
    {
      path: ({ world }) => paths.printConsentsOf(world.cast.resident.id),
      unknown: paths.printConsentsOf(UNKNOWN),
    },
  ),
];

/** For admins of the facility; another facility's family is unknown. */
export const PRINT_PAGES: Row[] = [
  ...CARD_PAGES,
  ...CONSENT_PAGES,
  page(
    '/adminstaff/residents/[id]/book',
    { ...exportPage(), other: 404, inactive: 404 },
    {
      path: ({ world }) => paths.residentBook(world.cast.resident.id),
      unknown: paths.residentBook(UNKNOWN),
    },
  ),
  page('/adminstaff/meeting-sheet', adminPage()),
  page('/adminstaff/facility/ending/print', exportPage()),
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

/**
 * Families need their link for archives, a session is not enough; staff take theirs as admins. The
 * share sheet has neither.
 */
const picture = await jpeg({ width: 60, height: 40 });

/** A photo of our resident. */
const posted = ({ world }: Site): Call =>
  postForm(
    postedForm({ place: world.cast.resident.id }, [{ name: 'a.jpg', bytes: vary(picture) }]),
  );

export const FILES_FRONT: Row[] = [
  {
    call: 'POST /adminstaff/share',
    // A share sheet is no page of ours.
    options: { method: 'POST', headers: { Origin: 'null', 'Sec-Fetch-Site': 'none' }, body: 'x' },
    expected: everyone(303),
  },
  {
    call: 'POST /adminstaff/items/upload',
    options: posted,
    expected: { ...staffPage(), other: 404 },
  },
  {
    call: 'GET /letters/[yearMonth]/photos.zip',
    path: ({ world }) => `/letters/${world.yearMonth}/photos.zip`,
    expected: everyone(404),
  },
  {
    call: 'GET /letters/years/[year]/photos.zip',
    path: ({ world }) => `/letters/years/${yearOf(world.yearMonth)}/photos.zip`,
    expected: everyone(404),
  },
  {
    call: 'GET /adminstaff/residents/[id]/letters.zip',
    path: ({ world }) => paths.residentArchive(world.cast.resident.id),
    unknown: paths.residentArchive(UNKNOWN),
    expected: { ...exportPage(), other: 404, inactive: 404 },
  },
  // Each admin's own facility.
  { call: 'GET /adminstaff/facility/letters.zip', expected: exportPage() },
];
