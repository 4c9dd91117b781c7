import { newId } from '#server/secrets.ts';
import { paths } from '#lib/paths.ts';
import { makeApplication } from '../support/applications.ts';
import { makeResident } from '../support/factories.ts';
import { json } from '../support/http.ts';
import type { Row } from './row.ts';
import { UNKNOWN, adminPage, admins, everyone, form, page } from './row.ts';
import type { Site } from './site.ts';

const ONE = '/api/v1/actions/applications/[id]';
const SHEETS = '/api/v1/actions/residents/[id]/sheets';
const to = (route: string, id: string): string => route.replace('[id]', id);

/** Created for each caller. */
const fresh = async ({ factory, world }: Site): Promise<string> =>
  (await makeApplication(factory, world.cast.resident, { name: newId(), answer: null })).id;

const REASON = { reason: 'お部屋の番号をお知らせください。' };

export const JOINING_API: Row[] = [
  {
    call: `POST ${SHEETS}`,
    path: async ({ factory, world }) =>
      to(SHEETS, (await makeResident(factory, world.cast.host.id)).id),
    unknown: to(SHEETS, UNKNOWN),
    options: { method: 'POST' },
    expected: admins(201, 404),
  },
  { call: 'GET /api/v1/actions/applications', expected: admins(200) },
  {
    call: `POST ${ONE}/acceptance`,
    path: async (site) => to(`${ONE}/acceptance`, await fresh(site)),
    unknown: to(`${ONE}/acceptance`, UNKNOWN),
    options: { method: 'POST' },
    expected: admins(201, 404),
  },
  {
    call: `DELETE ${ONE}`,
    path: async (site) => to(ONE, await fresh(site)),
    unknown: to(ONE, UNKNOWN),
    options: { ...json(REASON), method: 'DELETE' },
    expected: admins(204, 404),
  },
];

const SHEETS_PAGE = '/adminstaff/residents/sheets';

/** A relative needs no account, and staff see the same. */
export const JOINING_PAGES: Row[] = [
  page('/families/join', everyone(200)),
  page('/families/join', everyone(404), { path: () => paths.joinBy('000000000000') }),
  page('/families/application', everyone(404), { path: () => paths.ownApplication(UNKNOWN) }),
  page('/families/proof', everyone(404), { path: () => paths.proveAddress(UNKNOWN) }),
  page('/families/address', everyone(404), { path: () => paths.ownAddress(UNKNOWN) }),
  page('/letters/stop', everyone(404), { path: () => paths.stopMail(UNKNOWN) }),
  page('/adminstaff/families/applications', adminPage()),
  page(SHEETS_PAGE, adminPage()),
  page(`${SHEETS_PAGE}/postcards`, adminPage()),
  page(
    SHEETS_PAGE,
    { ...adminPage(), other: 404 },
    {
      path: ({ world }) => paths.sheetOf(world.cast.resident.id),
      unknown: paths.sheetOf(UNKNOWN),
    },
  ),
];

const adminForm = { anonymous: 401, general: 403, admin: 204, other: 404, inactive: 403 };

export const JOINING_ACTIONS: Row[] = [
  {
    call: 'POST joining.makeSheets',
    options: form({}),
    expected: { ...adminForm, admin: 200, other: 200 },
  },
  {
    call: 'POST joining.renewSheet',
    options: ({ world }) => form({ id: world.cast.resident.id }),
    unknownOptions: form({ id: UNKNOWN }),
    expected: adminForm,
  },
  {
    call: 'POST joining.takeIn',
    options: async (site) => form({ press: `accept ${await fresh(site)}` }),
    unknownOptions: form({ press: `accept ${UNKNOWN}` }),
    expected: { ...adminForm, admin: 200 },
  },
  {
    call: 'POST joining.refuse',
    options: async (site) => form({ id: await fresh(site), ...REASON }),
    unknownOptions: form({ id: UNKNOWN, ...REASON }),
    expected: adminForm,
  },
];
