import { addMonths, civilDateOf, yearMonthOf } from '#lib/calendar.ts';
import { makeFamily } from '../support/factories.ts';
import { HANDOVER_ACTIONS, HANDOVER_PAGES } from './handover-rows.ts';
import type { Row } from './row.ts';
import { UNKNOWN, adminPage, everyone, form, page } from './row.ts';
import type { Site } from './site.ts';

/** A household that last month's mail is for. */
const freshFamily = async ({ factory, world }: Site): Promise<string> => {
  const email = `${String(Math.random()).slice(2)}@example.jp`;
  return (await makeFamily(factory, world.cast.resident, { email, delivery: 'email' })).id;
};

const DELIVERIES = '/adminstaff/letters/[yearMonth]/deliveries';
const SEEN = '/letters/[yearMonth]/seen';
const seenPath = ({ world }: Site): string => `/letters/${world.yearMonth}/seen`;
const deliveriesOf = (month: number): string => `/adminstaff/letters/${month}/deliveries`;

export const DELIVERY_PAGES: Row[] = [
  ...HANDOVER_PAGES,
  page(DELIVERIES, adminPage(), { path: ({ world }) => deliveriesOf(world.yearMonth) }),
  // The month after next does not exist yet.
  page(
    DELIVERIES,
    { ...adminPage(), admin: '/404', other: '/404' },
    { path: ({ world }) => deliveriesOf(addMonths(world.yearMonth, 2)) },
  ),
  // For everyone without a family's link; a form says that the link is none.
  page(SEEN, everyone(404), { path: seenPath }),
  {
    call: `POST ${SEEN}`,
    path: seenPath,
    options: form({ stamp: 'thanks' }),
    expected: everyone(401),
  },
];

const adminForm = { anonymous: 401, general: 403, inactive: 403 };
/** For forms that are built before the world exists. */
const lastMonth = String(addMonths(yearMonthOf(civilDateOf(new Date())), -1));
const monthOf = ({ world }: Site) => ({ yearMonth: String(world.yearMonth) });

export const DELIVERY_ACTIONS: Row[] = [
  ...HANDOVER_ACTIONS,
  {
    call: 'POST delivery.sendToMyself',
    options: form({}),
    expected: { ...adminForm, admin: 200, other: 200 },
  },
  {
    call: 'POST delivery.sendLetter',
    options: async (site) => form({ ...monthOf(site), familyId: await freshFamily(site) }),
    unknownOptions: form({ yearMonth: lastMonth, familyId: UNKNOWN }),
    expected: { ...adminForm, admin: 204, other: 404 },
  },
  {
    call: 'POST delivery.sendLetters',
    options: (site) => form({ ...monthOf(site), which: 'failed' }),
    expected: { ...adminForm, admin: 200, other: 200 },
  },
];
