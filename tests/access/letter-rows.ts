import { addMonths, civilDateOf, yearMonthOf } from '#lib/calendar.ts';
import { json } from '../support/http.ts';
import { ANSWER_ACTIONS, ANSWER_API, ANSWER_PAGES } from './answer-rows.ts';
import type { Row } from './row.ts';
import { UNKNOWN, adminPage, admins, form, page } from './row.ts';
import type { Site } from './site.ts';

const LETTERS = '/api/v1/actions/letters';
const MONTH = `${LETTERS}/[yearMonth]`;

/** Long before the world's first photo. */
const emptyMonth = 200001;
const thisMonth = yearMonthOf(civilDateOf(new Date()));
const greeting = { title: '冬', body: '', coverItemId: null };
const monthPath = ({ world }: Site): string => `${LETTERS}/${world.yearMonth}`;

/** The admin side of letters (contract.md#letters); each caller's own facility. */
export const LETTER_API: Row[] = [
  ...ANSWER_API,
  { call: `GET ${LETTERS}`, expected: admins(200) },
  {
    call: `POST ${LETTERS}`,
    options: json({ ...greeting, yearMonth: thisMonth }),
    expected: admins(201),
  },
  {
    call: `POST ${LETTERS}`,
    options: json({ ...greeting, yearMonth: emptyMonth }),
    expected: admins(422),
  },
  { call: `GET ${MONTH}`, path: monthPath, expected: admins(200) },
  ...['202413', '20xx', 'abc', '2024010'].map((month) => ({
    call: `GET ${MONTH}`,
    path: () => `${LETTERS}/${month}`,
    expected: admins(404),
  })),
  {
    call: `PATCH ${MONTH}`,
    path: monthPath,
    options: { ...json({ title: '秋', version: 1 }), method: 'PATCH' },
    expected: admins(200),
  },
];

const PAGE = '/adminstaff/letters/[yearMonth]';
const pagePath = ({ world }: Site): string => `/adminstaff/letters/${world.yearMonth}`;

const PREVIEW = `${PAGE}/preview`;
const PREVIEW_PHOTO = `${PREVIEW}/photos/[itemId]`;

/** The month of the world's photos, for URLs built before the world exists. */
const lastMonth = addMonths(yearMonthOf(civilDateOf(new Date())), -1);
const unknownPreview = `/adminstaff/letters/${lastMonth}/preview`;

/** Another facility's resident, reported like an unknown one. */
const foreign = { ...adminPage(), other: 404 };

export const LETTER_PAGES: Row[] = [
  ...ANSWER_PAGES,
  page('/adminstaff/dashboard', adminPage()),
  page('/adminstaff/letters', adminPage()),
  page(PAGE, adminPage(), { path: pagePath }),
  page(PREVIEW, adminPage(), { path: (site) => `${pagePath(site)}/preview` }),
  page(PREVIEW, foreign, {
    path: (site) => `${pagePath(site)}/preview?resident=${site.world.cast.resident.id}`,
    unknown: `${unknownPreview}?resident=${UNKNOWN}`,
  }),
  page(PREVIEW_PHOTO, foreign, {
    path: (site) => {
      const { cast, items } = site.world;
      return `${pagePath(site)}/preview/photos/${items.own.id}?resident=${cast.resident.id}`;
    },
    unknown: `${unknownPreview}/photos/${UNKNOWN}?resident=${UNKNOWN}`,
  }),
  // A neighbour's photo is in no letter of this resident's family.
  page(
    PREVIEW_PHOTO,
    { ...adminPage(), admin: 404, other: 404 },
    {
      path: (site) => {
        const { cast, items } = site.world;
        return `${pagePath(site)}/preview/photos/${items.neighbour.id}?resident=${cast.resident.id}`;
      },
    },
  ),
];

const fields = { yearMonth: '200002', version: '0', title: '冬', body: '', coverItemId: '' };
const adminForm = { anonymous: 401, general: 403, inactive: 403 };

export const LETTER_ACTIONS: Row[] = [
  ...ANSWER_ACTIONS,
  {
    call: 'POST letters.save',
    options: ({ world }) => form({ ...fields, yearMonth: String(world.yearMonth), version: '99' }),
    expected: { ...adminForm, admin: 409, other: 409 },
  },
  {
    call: 'POST letters.addPhrase',
    options: form({ yearMonth: '200002', phrase: '0', body: '' }),
    expected: { ...adminForm, admin: 200, other: 200 },
  },
];
