import { makeFamily } from '../support/factories.ts';
import { json } from '../support/http.ts';
import type { Row } from './row.ts';
import { UNKNOWN, admins } from './row.ts';
import type { Site } from './site.ts';

const API_PATH = '/api/v1/views/admin_staffs/families';

/** A household of our facility's resident that this caller may change or delete. */
const freshFamily = async ({ factory, world }: Site): Promise<string> => {
  const family = { email: `${String(Math.random()).slice(2)}@example.jp` };
  return (await makeFamily(factory, world.cast.resident, family)).id;
};

const newFamily = (residentId: string) => ({
  residentId,
  name: '田中 二郎',
  nameKana: 'たなか じろう',
  delivery: 'link',
});

const onFamily = (method: string, own: number, body?: unknown): Row => ({
  call: `${method} ${API_PATH}/[id]`,
  path: async (site) => `${API_PATH}/${await freshFamily(site)}`,
  unknown: `${API_PATH}/${UNKNOWN}`,
  options: { ...(body === undefined ? {} : json(body)), method },
  expected: admins(own, 404),
});

/** The calls of api.md under Residents and families, of households. */
export const FAMILY_API: Row[] = [
  { call: `GET ${API_PATH}`, expected: admins(200) },
  {
    call: `GET ${API_PATH}`,
    path: ({ world }) => `${API_PATH}?residentId=${world.cast.resident.id}`,
    unknown: `${API_PATH}?residentId=${UNKNOWN}`,
    expected: admins(200, 404),
  },
  {
    call: `POST ${API_PATH}`,
    options: ({ world }) => json(newFamily(world.cast.resident.id)),
    expected: admins(201, 404),
  },
  onFamily('PATCH', 200, { name: '田中 三郎' }),
  onFamily('PATCH', 200, { rotateToken: true }),
  onFamily('DELETE', 204),
];
