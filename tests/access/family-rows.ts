import { paths } from '#lib/paths.ts';
import { newId } from '#server/secrets.ts';
import { makeFamily, makeResident } from '../support/factories.ts';
import type { Call } from '../support/http.ts';
import { json } from '../support/http.ts';
import { signLine, webhookBody } from '../support/line-platform.ts';
import type { ByWho, Row } from './row.ts';
import { UNKNOWN, adminPage, admins, everyone, exportPage, form, page } from './row.ts';
import { file } from './resident-rows.ts';
import type { Site } from './site.ts';

const API_PATH = '/api/v1/views/admin_staffs/families';
const PAGE_PATH = '/adminstaff/families';

/** A household that this caller may change or delete. */
const freshFamily = async ({ factory, world }: Site): Promise<string> => {
  const family = { email: `${String(Math.random()).slice(2)}@example.jp` };
  return (await makeFamily(factory, world.cast.resident, family)).id;
};

const PARKED_AT = '2026-10-01T00:00:00.000Z';

/** The same, with an address from which mails come back. */
const parkedFamily = async (site: Site): Promise<string> => {
  const id = await freshFamily(site);
  const parked = { returned_at: PARKED_AT, returned_kind: 'hard', returned_words: '' } as const;
  await site.factory.db.updateTable('families').set(parked).where('id', '=', id).execute();
  return id;
};

const newFamily = (residentId: string) => ({
  residentId,
  name: newId(),
  nameKana: '',
  delivery: 'link',
});

const onFamily = (method: string, own: number, body?: unknown, part = ''): Row => ({
  call: `${method} ${API_PATH}/[id]${part}`,
  path: async (site) => `${API_PATH}/${await freshFamily(site)}${part}`,
  unknown: `${API_PATH}/${UNKNOWN}${part}`,
  options: { ...(body === undefined ? {} : json(body)), method },
  expected: admins(own, 404),
});

const EVENTS = webhookBody();

const signed = (signature: string): Call => ({
  method: 'POST',
  headers: { 'Content-Type': 'application/json', 'X-Line-Signature': signature },
  body: EVENTS,
});

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
  onFamily('POST', 201, { for: 'page' }, '/line_codes'),
  onFamily('DELETE', 204, undefined, '/line'),
  { call: `POST ${paths.api.lineWebhook}`, options: signed(''), expected: everyone(401) },
  {
    call: `POST ${paths.api.lineWebhook}`,
    options: signed(signLine(EVENTS)),
    expected: everyone(200),
  },
];

export const FAMILY_PAGES: Row[] = [
  page(PAGE_PATH, adminPage()),
  page(`${PAGE_PATH}/new`, adminPage()),
  page(`${PAGE_PATH}/import`, adminPage()),
  page(`${PAGE_PATH}/export.csv`, exportPage()),
  page(`${PAGE_PATH}/template.csv`, adminPage()),
  page(
    `${PAGE_PATH}/[id]`,
    { ...adminPage(), other: 404 },
    {
      path: ({ world }) => `${PAGE_PATH}/${world.cast.family.id}`,
      unknown: `${PAGE_PATH}/${UNKNOWN}`,
    },
  ),
  page('/adminstaff/delivery-settings', adminPage()),
];

const adminForm = (own: number, foreign: number): ByWho => ({
  anonymous: 401,
  general: 403,
  admin: own,
  other: foreign,
  inactive: 403,
});

const onFamilyForm = (action: string, own: number, fields: Record<string, string> = {}): Row => ({
  call: `POST families.${action}`,
  options: async (site) => form({ id: await freshFamily(site), ...fields }),
  unknownOptions: form({ id: UNKNOWN, ...fields }),
  expected: adminForm(own, 404),
});

const LIST = '氏名,ご家族の氏名\r\n田中 ウメ,田中 さくら';

export const FAMILY_ACTIONS: Row[] = [
  {
    call: 'POST families.tryImport',
    options: file('file', LIST),
    expected: adminForm(200, 200),
  },
  {
    call: 'POST families.wrongLines',
    options: form({ csv: LIST }),
    expected: adminForm(200, 200),
  },
  {
    call: 'POST families.addAll',
    // Only ours has that resident.
    options: async ({ factory, world }) => {
      const name = `青木 ${newId()}`;
      await makeResident(factory, world.cast.host.id, { name });
      return form({ csv: `氏名,ご家族の氏名\r\n${name},田中 さくら` });
    },
    expected: adminForm(200, 400),
  },
  {
    call: 'POST families.add',
    options: ({ world }) => form(newFamily(world.cast.resident.id)),
    unknownOptions: form(newFamily(UNKNOWN)),
    expected: adminForm(200, 404),
  },
  onFamilyForm('change', 200, { name: '田中 三郎', delivery: 'link', shown: '{}' }),
  onFamilyForm('renewLink', 204),
  onFamilyForm('sendTest', 200),
  {
    call: 'POST families.confirmAddress',
    options: async (site) => form({ id: await parkedFamily(site), since: PARKED_AT }),
    unknownOptions: form({ id: UNKNOWN, since: PARKED_AT }),
    expected: adminForm(204, 404),
  },
  { call: 'POST families.makeCardCodes', options: form({}), expected: adminForm(204, 204) },
  onFamilyForm('makeLineCode', 200),
  onFamilyForm('endLine', 204),
  onFamilyForm('remove', 204),
  {
    call: 'POST delivery.saveSettings',
    options: form({
      ...{ mailEnabled: 'on', hour: '9', senderName: '', signature: '', shown: '{}' },
    }),
    expected: adminForm(204, 204),
  },
];
