import { json } from '../support/http.ts';
import type { Row } from './row.ts';
import { admins } from './row.ts';
import type { Site } from './site.ts';

const LETTERS = '/api/v1/actions/letters';
const MONTH = `${LETTERS}/[yearMonth]`;

/** Months that no photo and no other row speaks of. */
const emptyMonth = 200001;
const monthPath = ({ world }: Site): string => `${LETTERS}/${world.yearMonth}`;

/** The admin side of letters (api, "Letters"); a month belongs to everyone's own facility. */
export const LETTER_API: Row[] = [
  { call: `GET ${LETTERS}`, expected: admins(200) },
  {
    call: `POST ${LETTERS}`,
    options: json({ yearMonth: emptyMonth, title: '冬', body: '', coverItemId: null }),
    expected: admins(201),
  },
  { call: `GET ${MONTH}`, path: monthPath, expected: admins(200) },
  { call: `GET ${MONTH}`, path: () => `${LETTERS}/202413`, expected: admins(404) },
  {
    call: `PATCH ${MONTH}`,
    path: monthPath,
    options: { ...json({ title: '秋', version: 1 }), method: 'PATCH' },
    expected: admins(200),
  },
];

export const LETTER_PAGES: Row[] = [];

export const LETTER_ACTIONS: Row[] = [];
