import { json } from '../support/http.ts';
import { makeAnswer } from '../support/factories.ts';
import type { Row } from './row.ts';
import { UNKNOWN, adminPage, admins, everyone, form, page, staff, staffPage } from './row.ts';
import type { Site } from './site.ts';

const ANSWERS = '/api/v1/actions/answers';
const OF_MONTH = '/api/v1/actions/letters/[yearMonth]/answers';
const OWN = '/letters/[yearMonth]/answers';

let count = 0;
const fresh = async (
  { factory, world }: Site,
  state: 'new' | 'hidden' | 'replied' = 'new',
): Promise<string> => {
  const now = new Date().toISOString();
  const more = {
    ...(state === 'hidden' && { hidden_at: now }),
    ...(state === 'replied' && { reply: 'はい。', replied_at: now }),
  };
  const body = `元気そうで安心しました。${++count}`;
  const month = { year_month: world.yearMonth, created_at: now };
  return (await makeAnswer(factory, world.cast.family, { body, ...month, ...more })).id;
};

const onAnswer = (body: object, expected: Row['expected'], state?: 'hidden'): Row => ({
  call: `PATCH ${ANSWERS}/[id]`,
  path: async (site) => `${ANSWERS}/${await fresh(site, state)}`,
  unknown: `${ANSWERS}/${UNKNOWN}`,
  options: { ...json(body), method: 'PATCH' },
  expected,
});

const onReply = (method: string, own: number, body?: object): Row => ({
  call: `${method} ${ANSWERS}/[id]/reply`,
  path: async (site) =>
    `${ANSWERS}/${await fresh(site, method === 'DELETE' ? 'replied' : 'new')}/reply`,
  unknown: `${ANSWERS}/${UNKNOWN}/reply`,
  options: { ...(body === undefined ? {} : json(body)), method },
  expected: admins(own, 404),
});

const ownPath = ({ world }: Site): string => `/letters/${world.yearMonth}/answers`;

/** Words of families: staff read and pass on, admins hide (contract.md#letters). */
export const ANSWER_API: Row[] = [
  {
    call: `GET ${OF_MONTH}`,
    path: ({ world }) => `/api/v1/actions/letters/${world.yearMonth}/answers`,
    expected: staff(200),
  },
  {
    call: `GET ${OF_MONTH}`,
    path: () => '/api/v1/actions/letters/202413/answers',
    expected: staff(404),
  },
  onAnswer({ passedOn: true }, staff(200, 404)),
  onAnswer({ hidden: true }, admins(200, 404)),
  // What is hidden does not exist for general staff.
  onAnswer({ passedOn: true }, { ...staff(200, 404), general: 404 }, 'hidden'),
  onReply('PUT', 200, { body: 'はい、お元気です。' }),
  onReply('PUT', 200, { body: 'はい、お元気です。', before: '' }),
  onReply('PUT', 409, { body: 'はい、お元気です。', before: '別のお返事' }),
  onReply('DELETE', 204),
  {
    call: `PATCH ${ANSWERS}/[id]`,
    path: async (site) => `${ANSWERS}/${await fresh(site)}`,
    options: { ...json({ body: '別のことば' }), method: 'PATCH' },
    expected: staff(422),
  },
];

export const ANSWER_PAGES: Row[] = [
  page('/adminstaff/answers', staffPage()),
  page('/adminstaff/answers', staffPage(), {
    path: ({ world }) => `/adminstaff/answers?month=${world.yearMonth}`,
  }),
  page('/adminstaff/answers/print', staffPage()),
  page(
    '/adminstaff/answers/[id]',
    { ...adminPage(), other: 404 },
    {
      path: async (site) => `/adminstaff/answers/${await fresh(site)}`,
      unknown: `/adminstaff/answers/${UNKNOWN}`,
    },
  ),
  // For everyone without a family's link; a form says that the link is none.
  page(OWN, everyone(404), { path: ownPath }),
  {
    call: `POST ${OWN}`,
    path: ownPath,
    options: form({ body: '元気そうで安心しました。' }),
    expected: everyone(401),
  },
];

export const ANSWER_ACTIONS: Row[] = [
  {
    call: 'POST answers.change',
    options: async (site) => form({ id: await fresh(site), change: 'passedOn' }),
    unknownOptions: form({ id: UNKNOWN, change: 'passedOn' }),
    expected: staff(200, 404),
  },
  {
    call: 'POST answers.reply',
    options: async (site) =>
      form({ id: await fresh(site), body: 'はい、お元気です。', before: '' }),
    unknownOptions: form({ id: UNKNOWN, body: 'はい、お元気です。', before: '' }),
    expected: admins(200, 404),
  },
  {
    call: 'POST answers.removeReply',
    options: async (site) => form({ id: await fresh(site, 'replied') }),
    unknownOptions: form({ id: UNKNOWN }),
    expected: admins(204, 404),
  },
];
