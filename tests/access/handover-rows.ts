import { addMonths, civilDateOf, yearMonthOf } from '#lib/calendar.ts';
import { makeFamily } from '../support/factories.ts';
import { json } from '../support/http.ts';
import type { Row } from './row.ts';
import { UNKNOWN, adminPage, admins, form, page } from './row.ts';
import type { Site } from './site.ts';

const LETTERS = '/api/v1/actions/letters';
const OF_MONTH = `${LETTERS}/[yearMonth]/handovers`;
const ONE = `${OF_MONTH}/[familyId]`;
const LAST = '/api/v1/actions/handovers/[familyId]';
const RETURNED = '/api/v1/actions/deliveries/returned';
const PAGE = '/adminstaff/letters/[yearMonth]/handovers';

/** The month of the world's photos, for URLs built before the world exists. */
const lastMonth = addMonths(yearMonthOf(civilDateOf(new Date())), -1);
const handovers = (month: number | string): string => `${LETTERS}/${month}/handovers`;
const put = (body: object) => ({ ...json(body), method: 'PUT' });

/** A household by link, ticked or not. */
const fresh = async ({ factory, world }: Site, isTicked = false): Promise<string> => {
  const { id, host_id } = await makeFamily(factory, world.cast.resident);
  const key = { host_id, family_id: id, year_month: world.yearMonth, delivery: 'link' as const };
  const at = new Date().toISOString();
  if (isTicked) {
    await factory.db
      .insertInto('handovers')
      .values({ ...key, done_at: at, done_by: null })
      .execute();
  }
  return id;
};

const byMail = async ({ factory, world }: Site): Promise<string> => {
  const email = `${String(Math.random()).slice(2)}@example.jp`;
  return (await makeFamily(factory, world.cast.resident, { email, delivery: 'email' })).id;
};

const onFamily = (
  body: object,
  expected: Row['expected'],
  make: (site: Site) => Promise<string> = fresh,
): Row => ({
  call: `PUT ${ONE}`,
  path: async (site) => `${handovers(site.world.yearMonth)}/${await make(site)}`,
  ...(expected.other === 404 && { unknown: `${handovers(lastMonth)}/${UNKNOWN}` }),
  options: put(body),
  expected,
});

/** お渡ししました: for admins of the facility (contract.md#letters). */
export const HANDOVER_API: Row[] = [
  {
    call: `GET ${OF_MONTH}`,
    path: ({ world }) => handovers(world.yearMonth),
    expected: admins(200),
  },
  ...['202413', 'abc', '209901'].map((month) => ({
    call: `GET ${OF_MONTH}`,
    path: () => handovers(month),
    expected: admins(404),
  })),
  onFamily({ done: true }, admins(200, 404)),
  onFamily({ done: false }, admins(200, 404), (site) => fresh(site, true)),
  onFamily({ done: true }, admins(409, 404), byMail),
  onFamily({}, admins(422)),
  onFamily({ done: 'yes' }, admins(422)),
  onFamily({ done: true, by: '別の人' }, admins(422)),
  {
    call: `GET ${RETURNED}`,
    path: ({ world }) => `${RETURNED}?yearMonth=${world.yearMonth}`,
    expected: admins(200),
  },
  ...(['202413', ''] as const).map((month) => ({
    call: `GET ${RETURNED}`,
    path: () => `${RETURNED}?yearMonth=${month}`,
    expected: admins(400),
  })),
  {
    call: `GET ${RETURNED}`,
    path: () => `${RETURNED}?yearMonth=209901`,
    expected: admins(404),
  },
  {
    call: `PUT ${LAST}`,
    path: async (site) => `/api/v1/actions/handovers/${await fresh(site)}`,
    unknown: `/api/v1/actions/handovers/${UNKNOWN}`,
    options: put({ done: true }),
    expected: admins(200, 404),
  },
];

export const HANDOVER_PAGES: Row[] = [
  page(PAGE, adminPage(), {
    path: ({ world }) => `/adminstaff/letters/${world.yearMonth}/handovers`,
  }),
  page(
    PAGE,
    { ...adminPage(), admin: '/404', other: '/404' },
    { path: ({ world }) => `/adminstaff/letters/${addMonths(world.yearMonth, 2)}/handovers` },
  ),
];

export const HANDOVER_ACTIONS: Row[] = [
  {
    call: 'POST handovers.change',
    options: async (site) =>
      form({
        yearMonth: String(site.world.yearMonth),
        familyId: await fresh(site),
        done: 'yes',
      }),
    unknownOptions: form({ yearMonth: String(lastMonth), familyId: UNKNOWN, done: 'yes' }),
    expected: admins(200, 404),
  },
];
