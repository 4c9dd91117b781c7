import { newId } from '#server/secrets.ts';
import { PASSWORD, makeStaff } from '../support/factories.ts';
import { json } from '../support/http.ts';
import { DEVICE_ACTIONS, DEVICE_API, DEVICE_PAGES } from './device-rows.ts';
import { SIGN_IN_ACTIONS, SIGN_IN_API } from './sign-in-rows.ts';
import { OPERATOR_ACTIONS, OPERATOR_PAGES } from './operator-rows.ts';
import type { Row } from './row.ts';
import {
  UNKNOWN,
  ITEMS,
  adminPage,
  admins,
  everyone,
  exportPage,
  form,
  page,
  staff,
  staffPage,
} from './row.ts';
import type { Site } from './site.ts';

const ACTIONS = '/api/v1/actions';
const wrongToken = { token: UNKNOWN };
const password = 'mizu-to-hana-no-iro';
const person = { ...wrongToken, name: '新人 さくら', nameKana: 'しんじん さくら', password };
const facility = {
  ...person,
  hostName: '新しい家',
  postcode: '1040061',
  pref: '東京都',
  city: '中央区',
  town: '銀座',
  street: '1-2-3',
  phone: '03-0000-0000',
};
const facilityForm = {
  name: 'ひだまりの家',
  postcode: '1040061',
  pref: '東京都',
  city: '中央区',
  town: '銀座',
  street: '1-2-3',
  phone: '03-1234-5678',
};
let created = 0;
const newPhone = () => ({ phone: `03-1234-${String(++created).padStart(4, '0')}` });
const stranger = () => ({ email: `unknown${++created}@example.jp` });
const proven = () => ({ ...stranger(), currentPassword: PASSWORD });

/** A new colleague for each caller. */
const colleague = async ({ factory, world }: Site): Promise<string> => {
  const email = `${newId().toLowerCase()}@example.jp`;
  const { id } = await makeStaff(factory, world.cast.host.id, { email });
  return id;
};
const onColleague = async (site: Site) => `${ACTIONS}/staffs/${await colleague(site)}`;

const send = (method: string, path: string, body: unknown, expected: Row['expected']): Row => ({
  call: `${method} ${ACTIONS}${path}`,
  options: () => ({
    ...json(typeof body === 'function' ? (body as () => unknown)() : body),
    method,
  }),
  expected,
});

const withToken = (method: string, path: string): Row => ({
  call: `${method} ${ACTIONS}${path}`,
  path: () => `${ACTIONS}${path}?token=${UNKNOWN}`,
  options: { method },
  expected: everyone(404),
});

/** Calls under Staff and Hosts. */
export const ACCOUNT_API: Row[] = [
  ...DEVICE_API,
  send('POST', '/staffs/sign_up', { email: 'x@example.jp', invitation: UNKNOWN }, everyone(404)),
  send('PATCH', '/staffs/sign_up', person, everyone(404)),
  send('POST', '/staffs/confirmations', stranger, everyone(204)),
  withToken('GET', '/staffs/confirmations'),
  send('PATCH', '/staffs/profile', {}, staff(200)),
  ...SIGN_IN_API,
  { call: `GET ${ACTIONS}/staffs`, expected: admins(200) },
  {
    call: `PATCH ${ACTIONS}/staffs/[id]`,
    path: onColleague,
    unknown: `${ACTIONS}/staffs/${UNKNOWN}`,
    options: { ...json({ role: 'admin' }), method: 'PATCH' },
    expected: admins(200, 404),
  },
  {
    call: `DELETE ${ACTIONS}/staffs/[id]`,
    path: onColleague,
    unknown: `${ACTIONS}/staffs/${UNKNOWN}`,
    options: { method: 'DELETE' },
    expected: admins(204, 404),
  },
  { ...send('POST', '/staffs/reset_emails', proven, staff(204)), byPin: 403 },
  withToken('PATCH', '/staffs/reset_emails'),
  withToken('GET', '/staffs/reset_passwords'),
  send('POST', '/staffs/reset_passwords', stranger, everyone(204)),
  send('PATCH', '/staffs/reset_passwords', { ...wrongToken, password }, everyone(404)),
  send('POST', '/hosts/sign_up', stranger, everyone(204)),
  send('PATCH', '/hosts/sign_up', { ...facility, agreed: true }, everyone(404)),
  send('POST', '/hosts/confirmations', stranger, everyone(204)),
  withToken('GET', '/hosts/confirmations'),
  { call: `GET ${ACTIONS}/hosts/facility`, expected: admins(200) },
  send('PATCH', '/hosts/facility', newPhone, admins(200)),
  send('PATCH', '/hosts/trial_prices', { plan: 'none' }, { ...admins(422), inactive: 422 }),
];

const guestPage = { ...everyone(ITEMS), anonymous: 200 };
const tokenPage = (route: string): Row =>
  page(route, everyone(404), { path: () => `${route}?token=${UNKNOWN}` });

export const ACCOUNT_PAGES: Row[] = [
  ...DEVICE_PAGES,
  ...OPERATOR_PAGES,
  page('/hosts/new', guestPage),
  page('/hosts/confirmations/new', everyone(200)),
  tokenPage('/hosts/signup'),
  page('/staffs/new', everyone(200)),
  page('/staffs/new', everyone(404), { path: () => `/staffs/new?invitation=${UNKNOWN}` }),
  page('/staffs/confirmations/new', everyone(200)),
  tokenPage('/staffs/signup'),
  page('/staffs/passwords/new', everyone(200)),
  tokenPage('/staffs/passwords/edit'),
  tokenPage('/staffs/emails/edit'),
  page('/adminstaff/mypage', staffPage()),
  page('/adminstaff/mypage/guide', staffPage()),
  page('/adminstaff/mypage/edit', staffPage()),
  page('/adminstaff/mypage/emails/edit', staffPage(), { byPin: '/adminstaff/mypage' }),
  page('/adminstaff/mypage/sign-in', staffPage(), { byPin: '/adminstaff/mypage' }),
  // Shown in place of what asks for a confirmation; nothing waits here.
  page('/adminstaff/confirm', {
    ...adminPage(),
    ...{ admin: '/adminstaff/mypage', other: '/adminstaff/mypage' },
  }),
  page('/adminstaff/facility', adminPage()),
  page('/adminstaff/facility/entrusted', adminPage()),
  page('/adminstaff/facility/ending', adminPage()),
  page('/adminstaff/history', adminPage()),
  page('/adminstaff/history/export.csv', exportPage()),
  page('/adminstaff/staffs', adminPage()),
  page('/adminstaff/staffs/qrcode', adminPage()),
  page('/adminstaff/staffs/second-step', adminPage()),
];

const act = (
  name: string,
  fields: Record<string, string>,
  expected: Row['expected'],
  byPin?: number,
): Row => ({
  call: `POST ${name}`,
  options: form(fields),
  expected,
  ...(byPin !== undefined && { byPin }),
});
const asks = (
  name: string,
  expected: Row['expected'],
  fields: () => Record<string, string> = stranger,
): Row => ({
  call: `POST ${name}`,
  options: () => form(fields()),
  expected,
});
const staffForm = { anonymous: 401, general: 204, admin: 204, other: 204, inactive: 403 };

const onMember = (name: string, fields: Record<string, string>): Row => ({
  call: `POST ${name}`,
  options: async (site) => form({ ...fields, id: await colleague(site) }),
  unknownOptions: form({ ...fields, id: UNKNOWN }),
  expected: { ...staffForm, general: 403, other: 404 },
});

/** Plans are the operator's, so that nobody learns of them who may not choose. */
const unknownPlan = { ...everyone(400), anonymous: 401, general: 403 };

export const ACCOUNT_ACTIONS: Row[] = [
  ...DEVICE_ACTIONS,
  ...OPERATOR_ACTIONS,
  asks('hosts.signUp', everyone(204)),
  asks('hosts.resend', everyone(204)),
  act('hosts.complete', { ...facility, agreed: 'on' }, everyone(404)),
  act('hosts.startTrial', { plan: 'none' }, unknownPlan),
  act('hosts.continueUse', { plan: 'none' }, unknownPlan),
  act('hosts.askConsentAgain', {}, { ...staffForm, general: 403 }),
  act('hosts.closeFirstSteps', {}, { ...staffForm, general: 403 }),
  act(
    'hosts.setEnding',
    { endsOn: '2000-01-01', agreed: 'on' },
    { anonymous: 401, general: 403, admin: 400, other: 400, inactive: 400 },
  ),
  act(
    'hosts.takeBackEnding',
    {},
    {
      ...{ anonymous: 401, general: 403, admin: 409, other: 409, inactive: 409 },
    },
  ),
  act(
    'hosts.tellOfEnding',
    { familyId: UNKNOWN, done: 'yes' },
    { anonymous: 401, general: 403, admin: 404, other: 404, inactive: 404 },
  ),
  act('hosts.change', { ...facilityForm, shown: '{}' }, { ...staffForm, general: 403 }),
  act('staffs.signUp', { email: 'x@example.jp', invitation: UNKNOWN }, everyone(404)),
  asks('staffs.resend', everyone(204)),
  act('staffs.complete', person, everyone(404)),
  asks('staffs.requestPassword', everyone(204)),
  act('staffs.resetPassword', { ...wrongToken, password }, everyone(404)),
  act('staffs.confirmEmail', wrongToken, everyone(404)),
  act('me.updateProfile', { name: '佐藤 花子', nameKana: '' }, staffForm),
  act(
    'me.changePassword',
    { currentPassword: 'wrong', password },
    { ...everyone(400), anonymous: 401, inactive: 403 },
    403,
  ),
  { ...asks('me.requestEmail', staffForm, proven), byPin: 403 },
  ...SIGN_IN_ACTIONS,
  act('me.endOtherSessions', {}, staffForm, 403),
  act('me.furigana', { furigana: 'off' }, staffForm),
  {
    // Would end the sessions of the cast.
    call: 'POST me.startAnew',
    options: { ...form({}), headers: { ...form({}).headers, Authorization: 'Bearer x' } },
    expected: everyone(401),
  },
  onMember('members.changeRole', { role: 'admin' }),
  onMember('members.remove', {}),
  act('invitations.renew', {}, { ...staffForm, general: 403 }),
];
