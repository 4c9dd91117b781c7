import { addMonths, civilDateOf, yearMonthOf, yearOf } from '#lib/calendar.ts';
import { makeSkipped } from '../support/factories.ts';
import { json } from '../support/http.ts';
import { ANSWER_ACTIONS, ANSWER_API, ANSWER_PAGES } from './answer-rows.ts';
import { HANDOVER_API } from './handover-rows.ts';
import type { ByWho, Row } from './row.ts';
import { UNKNOWN, adminPage, admins, everyone, form, page, staff } from './row.ts';
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
  ...HANDOVER_API,
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

const onResident = (what: string, residentId: string, month: number | string = thisMonth) =>
  `${LETTERS}/${month}/${what}/${residentId}`;

/** Our resident, with nothing written this month. More residents would exceed the plan. */
async function freshResident({ factory: { db }, world }: Site) {
  const { resident } = world.cast;
  for (const table of ['letter_notes', 'letter_checks'] as const) {
    await db
      .deleteFrom(table)
      .where('resident_id', '=', resident.id)
      .where('year_month', '=', thisMonth)
      .execute();
  }
  return resident;
}

/** In the month under way: another facility's resident is reported like an unknown one. */
const ofResident = (method: string, what: 'notes' | 'checks', own: ByWho, input?: object): Row => ({
  call: `${method} ${MONTH}/${what}/[residentId]`,
  path: async (site) => onResident(what, (await freshResident(site)).id),
  ...(own.other === 404 && { unknown: onResident(what, UNKNOWN) }),
  ...(input && { options: { ...json(input), method } }),
  expected: own,
});

const note = { body: 'お元気です。', version: 99 };

/** Notes are written by all staff, checks by admins. */
export const LETTER_OF_ONE_API: Row[] = [
  ofResident('GET', 'notes', staff(200, 404)),
  ofResident('PUT', 'notes', staff(409, 404), note),
  ofResident('PUT', 'notes', staff(200, 404), { ...note, version: 0 }),
  ofResident('PUT', 'notes', staff(422), { body: 'あ'.repeat(601), version: 0 }),
  ofResident('PUT', 'checks', admins(200, 404), { checked: true }),
  ofResident('PUT', 'checks', admins(200, 404), { withheld: '入院中のため' }),
  ofResident('PUT', 'checks', admins(422), { withheld: '' }),
  ...['202413', 'abc', '209901'].flatMap((month) => [
    {
      call: `GET ${MONTH}/notes/[residentId]`,
      path: ({ world }: Site) => onResident('notes', world.cast.resident.id, month),
      expected: staff(404),
    },
    {
      call: `PUT ${MONTH}/checks/[residentId]`,
      path: ({ world }: Site) => onResident('checks', world.cast.resident.id, month),
      options: { ...json({ checked: true }), method: 'PUT' },
      expected: admins(404),
    },
  ]),
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

/** What families read, without tokens. */
export const READER_PAGES: Row[] = [
  page('/letters', everyone(404)),
  page('/letters/line', everyone(404)),
  page('/letters/consent', everyone(404)),
  page('/letters/receive', everyone(404)),
  page('/letters/[yearMonth]', everyone(404), {
    path: ({ world }) => `/letters/${world.yearMonth}`,
  }),
  page('/letters/[yearMonth]/photos/[itemId]', everyone(404), {
    path: ({ world }) => `/letters/${world.yearMonth}/photos/${world.items.own.id}`,
  }),
  ...['/letters/years/[year]', '/letters/years/[year]/print'].map((route) =>
    page(route, everyone(404), {
      path: ({ world }) => route.replace('[year]', String(yearOf(world.yearMonth))),
    }),
  ),
];

const fields = { yearMonth: '200002', version: '0', title: '冬', body: '', coverItemId: '' };
const adminForm = { anonymous: 401, general: 403, inactive: 403 };

/** Another facility's resident is unknown. */
const staffForm = (own: number): ByWho => ({
  anonymous: 401,
  general: own,
  admin: own,
  other: 404,
  inactive: 403,
});

const ofForm = (action: string, more: Record<string, string>, expected: ByWho): Row => {
  const about = { yearMonth: String(thisMonth), ...more };
  return {
    call: `POST ${action}`,
    options: async (site) => {
      const resident = await freshResident(site);
      if (action === 'notes.sendAfterAll') await makeSkipped(site.factory, resident, thisMonth);
      if (action === 'notes.uncheck') {
        const checked_at = new Date().toISOString();
        await makeSkipped(site.factory, resident, thisMonth, { held_back: null, checked_at });
      }
      return form({ ...about, residentId: resident.id });
    },
    ...(expected.other === 404 && { unknownOptions: form({ ...about, residentId: UNKNOWN }) }),
    expected,
  };
};

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
  ofForm('notes.save', { version: '0', body: 'お元気です。' }, staffForm(204)),
  ofForm('notes.check', { version: '0', body: '' }, { ...staffForm(204), general: 403 }),
  ofForm('notes.uncheck', {}, { ...staffForm(204), general: 403 }),
  {
    call: 'POST notes.checkTogether',
    options: () => form({ yearMonth: String(thisMonth), asOf: new Date().toISOString() }),
    expected: { ...adminForm, admin: 200, other: 200 },
  },
  ofForm('notes.skip', { reason: '入院中のため' }, { ...staffForm(204), general: 403 }),
  ofForm('notes.sendAfterAll', {}, { ...staffForm(204), general: 403 }),
];
