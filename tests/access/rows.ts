import { newId } from '#server/secrets.ts';
import { json } from '../support/http.ts';
import { makeItem } from '../support/items.ts';
import { ACCOUNT_ACTIONS, ACCOUNT_API, ACCOUNT_PAGES } from './account-rows.ts';
import {
  LETTER_ACTIONS,
  LETTER_API,
  LETTER_OF_ONE_API,
  LETTER_PAGES,
  READER_PAGES,
} from './letter-rows.ts';
import { CONSENT_ACTIONS, CONSENT_API, CONSENT_PAGES, nameOne } from './consent-rows.ts';
import { DELIVERY_ACTIONS, DELIVERY_PAGES } from './delivery-rows.ts';
import { FAMILY_ACTIONS, FAMILY_API, FAMILY_PAGES } from './family-rows.ts';
import { FILES_FRONT, PRINT_PAGES } from './print-rows.ts';
import { RESIDENT_ACTIONS, RESIDENT_API, RESIDENT_PAGES } from './resident-rows.ts';
import type { Row } from './row.ts';
import { ITEMS, LOGIN, PRICE, UNKNOWN, everyone, form, page, staff, staffPage } from './row.ts';
import type { Site } from './site.ts';

type Options = Parameters<typeof makeItem>[2];

const item =
  (more: (site: Site) => Partial<Options> = () => ({})) =>
  async (site: Site): Promise<string> => {
    const options = { residentId: null, takenOn: '2026-01-02', ...more(site) };
    return (await makeItem(site.factory, site.world.cast.host.id, options)).id;
  };

const freshItem = item(({ world }) => ({ residentId: world.cast.resident.id }));
const facilityItem = item();
const deletedItem = item(() => ({ deletedAt: new Date().toISOString() }));
const heldItem = item(() => ({ isHeld: true }));

type MakeId = (site: Site) => Promise<string>;

const onItem = (
  method: string,
  tail: string,
  own: number,
  body?: unknown,
  make: MakeId = freshItem,
): Row => ({
  call: `${method} /api/v1/actions/items/[id]${tail}`,
  path: async (site) => `/api/v1/actions/items/${await make(site)}${tail}`,
  unknown: `/api/v1/actions/items/${UNKNOWN}${tail}`,
  options: { ...(body === undefined ? {} : json(body)), method },
  expected: staff(own, 404),
});

/** A failed mail of our facility. */
const failedMail = async ({ factory, world }: Site): Promise<string> => {
  const id = newId();
  const now = new Date().toISOString();
  await factory.db
    .insertInto('outbox')
    .values({
      id,
      host_id: world.cast.host.id,
      kind: 'password_changed',
      recipient: 'hanako@example.jp',
      subject: '件名',
      text: '本文',
      html: '<p>本文</p>',
      message_id: `<${id}@localhost>`,
      state: 'failed',
      next_attempt_at: now,
      last_error: 'メールを送れませんでした。',
      sent_at: null,
      created_at: now,
    })
    .execute();
  return id;
};

const nothing = { email: 'unknown@example.jp', password: 'wrong' };
const question = { name: '田中 一郎', email: 'ichiro@example.jp', body: '料金を教えてください。' };
const slot = {
  blob: {
    filename: 'IMG_0001.jpg',
    content_type: 'image/jpeg',
    byte_size: 1,
    checksum: 'AAAAAAAAAAAAAAAAAAAAAA==',
  },
};

export const API: Row[] = [
  { call: 'GET /api/v1/openapi.json', expected: everyone(200) },
  ...ACCOUNT_API,
  ...LETTER_API,
  ...LETTER_OF_ONE_API,
  ...FAMILY_API,
  ...RESIDENT_API,
  ...CONSENT_API,
  { call: 'POST /api/auth/login', options: json(nothing), expected: everyone(401) },
  { call: 'POST /api/v1/actions/login', options: json(nothing), expected: everyone(401) },
  {
    call: 'PATCH /api/v1/actions/refresh',
    options: { ...json({ refreshToken: 'x' }), method: 'PATCH' },
    expected: everyone(401),
  },
  {
    call: 'POST /api/v1/actions/logout',
    options: { method: 'POST', headers: { Authorization: 'Bearer x' } },
    expected: everyone(204),
  },
  { call: 'GET /api/v1/actions/user', expected: { ...everyone(200), anonymous: 401 } },
  { call: 'GET /api/v1/actions/residents', expected: staff(200) },
  { call: 'GET /api/v1/actions/items', expected: staff(200) },
  {
    call: 'POST /api/v1/actions/items',
    options: json({ residentId: null, blob: 'x.y' }),
    expected: staff(422),
  },
  { call: 'GET /api/v1/actions/items/deleted', expected: staff(200) },
  onItem('GET', '', 200),
  onItem('PATCH', '', 200, { caption: '秋' }),
  onItem('PATCH', '', 200, { held: false, caption: '秋の日' }),
  onItem('DELETE', '', 204),
  onItem('POST', '/restore', 200, undefined, deletedItem),
  onItem('PATCH', '/move', 200, { residentId: null }),
  onItem('POST', '/copy', 201, { residentId: null }),
  { ...onItem('PUT', '/people', 200, undefined, facilityItem), options: nameOne },
  onItem('PUT', '/people', 409, { residentIds: [] }),
  { call: 'GET /api/v1/views/admin_staffs/items', expected: staff(200) },
  { call: 'POST /api/v1/direct_uploads', options: json(slot), expected: staff(200) },
  {
    call: 'PUT /api/v1/direct_uploads/[slot]',
    path: () => `/api/v1/direct_uploads/${UNKNOWN}.${UNKNOWN}`,
    options: { method: 'PUT', headers: { 'Content-Type': 'image/jpeg' }, body: 'x' },
    expected: everyone(404),
  },
  { call: 'POST /api/v1/actions/contacts', options: json(question), expected: everyone(204) },
  ...['', '/'].map((slash) => ({
    call: 'GET /api/externals/zipaddress',
    path: () => `/api/externals/zipaddress${slash}?zipcode=1040061`,
    expected: everyone(200),
  })),
  { call: 'GET /api/v1/views/letters', expected: everyone(401) },
  {
    call: 'GET /api/v1/views/letters/[yearMonth]',
    path: ({ world }) => `/api/v1/views/letters/${world.yearMonth}`,
    expected: everyone(401),
  },
];

export const PAGES: Row[] = [
  page('/docs/api', everyone(200)),
  ...ACCOUNT_PAGES,
  ...LETTER_PAGES,
  ...FAMILY_PAGES,
  ...DELIVERY_PAGES,
  ...RESIDENT_PAGES,
  ...CONSENT_PAGES,
  ...PRINT_PAGES,
  page('/', everyone(200)),
  page('/404', everyone(404)),
  // The page of other errors cannot be requested.
  page('/500', everyone(404)),
  ...['/privacy', '/terms', '/company', '/accessibility', '/contacts/new'].map((route) =>
    page(route, everyone(200)),
  ),
  // The tests' facility is not a demo.
  page('/demo/mails', everyone(404)),
  page('/design', everyone(404)),
  ...READER_PAGES,
  page('/staffs/login', { ...everyone(ITEMS), anonymous: 200 }),
  page('/staffs/logout', everyone(200)),
  page('/hosts/price', { ...everyone(ITEMS), anonymous: LOGIN, inactive: 200 }),
  page('/adminstaff', { ...everyone(ITEMS), anonymous: LOGIN, inactive: PRICE }),
  page('/adminstaff/items', staffPage()),
  ...['held', 'deleted', 'upload'].map((of) => page(`/adminstaff/items/${of}`, staffPage())),
  page('/adminstaff/items/residents/[...id]', staffPage(), {
    path: () => '/adminstaff/items/residents',
  }),
  page(
    '/adminstaff/items/residents/[...id]',
    { ...staffPage(), other: 404 },
    {
      path: ({ world }) => `/adminstaff/items/residents/${world.cast.resident.id}`,
      unknown: `/adminstaff/items/residents/${UNKNOWN}`,
    },
  ),
];

const onFailedMail = (action: string): Row => ({
  call: `POST ${action}`,
  options: async (site) => form({ id: await failedMail(site) }),
  unknownOptions: form({ id: UNKNOWN }),
  expected: { anonymous: 401, general: 403, admin: 204, other: 404, inactive: 403 },
});

export const ACTIONS: Row[] = [
  ...ACCOUNT_ACTIONS,
  ...LETTER_ACTIONS,
  ...FAMILY_ACTIONS,
  ...DELIVERY_ACTIONS,
  ...RESIDENT_ACTIONS,
  ...CONSENT_ACTIONS,
  { call: 'POST address.lookup', options: form({ postcode: '104-0061' }), expected: everyone(200) },
  {
    call: 'POST contacts.send',
    options: form({ ...question, remarks: '' }),
    expected: everyone(204),
  },
  { call: 'POST session.login', options: form(nothing), expected: everyone(401) },
  {
    call: 'POST session.logout',
    options: { ...form({}), headers: { ...form({}).headers, Authorization: 'Bearer x' } },
    expected: everyone(204),
  },
  {
    call: 'POST photos.retryFailed',
    options: form({}),
    expected: { anonymous: 401, general: 403, admin: 204, other: 204, inactive: 403 },
  },
  {
    // Another facility's admin changes nothing: the photo stays held.
    call: 'POST photos.answerHeld',
    options: async (site) => form({ itemIds: await heldItem(site), answer: 'keep' }),
    expected: staff(204),
  },
  {
    // Another facility's photo does not exist.
    call: 'POST photos.settleLeftOut',
    options: async (site) => form({ itemIds: await freshItem(site), answer: 'letIn' }),
    unknownOptions: form({ itemIds: UNKNOWN, answer: 'letIn' }),
    expected: { anonymous: 401, general: 204, admin: 204, other: 404, inactive: 403 },
  },
  ...Object.entries({ restore: deletedItem, everywhere: freshItem }).map(([act, make]): Row => ({
    call: `POST photos.${act}`,
    options: async (site) => form({ ids: await make(site) }),
    unknownOptions: form({ ids: UNKNOWN }),
    expected: { anonymous: 401, general: 200, admin: 200, other: 404, inactive: 403 },
  })),
  onFailedMail('mails.retryFailed'),
  onFailedMail('mails.dismissFailed'),
];

export const FRONT: Row[] = [
  ...FILES_FRONT,
  { call: 'GET /healthz', expected: everyone(200) },
  { call: 'GET /livez', expected: everyone(204) },
  {
    call: 'GET /photos/staff/[blobId]/[file]',
    path: ({ world }) => `/photos/staff/${world.items.own.blobId}/360.webp`,
    unknown: `/photos/staff/${UNKNOWN}/360.webp`,
    expected: { ...staff(200, 404), anonymous: 404, inactive: 404 },
  },
  {
    call: 'GET /photos/family/[family]/[blobId]/[signature]/[file]',
    path: ({ world }) =>
      `/photos/family/${world.cast.family.id}/${world.items.own.blobId}/${'A'.repeat(22)}/360.webp`,
    expected: everyone(404),
  },
];
