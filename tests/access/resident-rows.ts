import { json } from '../support/http.ts';
import type { Row } from './row.ts';
import { UNKNOWN, admins } from './row.ts';

const VIEW = '/api/v1/views/admin_staffs/residents';
const somebody = { name: '高橋 ハル', nameKana: 'たかはし はる', birthday: '1935-03-03' };

/** The calls of api.md under Residents that are not for all staff. */
export const RESIDENT_API: Row[] = [
  { call: 'POST /api/v1/actions/residents', options: json(somebody), expected: admins(201) },
  { call: `GET ${VIEW}`, expected: admins(200) },
  { call: `POST ${VIEW}`, options: json(somebody), expected: admins(201) },
  {
    call: `PATCH ${VIEW}/[id]`,
    path: ({ world }) => `${VIEW}/${world.cast.neighbour.id}`,
    unknown: `${VIEW}/${UNKNOWN}`,
    options: { ...json({ room: '201', rotateToken: true }), method: 'PATCH' },
    expected: admins(200, 404),
  },
];
