import { SHARED_DEVICE_COOKIE } from '#domains/account/session/session.ts';
import { paths } from '#lib/paths.ts';
import { makePin, makeSharedAdmin, makeSharedDevice } from '../support/device-rows.ts';
import { makeCarer, makeStaff } from '../support/factories.ts';
import { json } from '../support/http.ts';
import { PIN } from '../support/shared-device.ts';
import { makePasskeyRow } from '../support/sign-in-rows.ts';
import type { Row } from './row.ts';
import { UNKNOWN, adminPage, admins, everyone, form, page } from './row.ts';
import type { Site } from './site.ts';

const ACTIONS = '/api/v1/actions';
const person = { name: '清水 あかり', nameKana: 'しみず あかり' };
const device = { name: '1階のスマホ', staffIds: null };
/** Nothing is made: the session of the cast would become the device's. */
const wrongPassword = { currentPassword: 'wrong' };
const pinLogin = { staffId: UNKNOWN, pin: PIN };

const freshDevice = async ({ factory, world }: Site): Promise<string> =>
  (await makeSharedDevice(factory, world.cast.host.id)).id;
const freshCarer = async ({ factory, world }: Site): Promise<string> =>
  (await makeCarer(factory, world.cast.host.id)).id;
async function carerWithPin({ factory, world, dataDir }: Site): Promise<string> {
  const carer = await makeCarer(factory, world.cast.host.id);
  await makePin(factory, dataDir, carer);
  return carer.id;
}

async function colleagueWithPasskey({ factory, world }: Site): Promise<string> {
  const email = `passkey${++invited}@example.jp`;
  const colleague = await makeStaff(factory, world.cast.host.id, { email });
  await makePasskeyRow(factory, colleague);
  return colleague.id;
}

let invited = 0;
const address = () => ({ email: `carer${++invited}@example.jp` });

type Make = (site: Site) => Promise<string>;
const on = (call: string, make: Make, own: number, body?: () => unknown): Row => {
  const [method = '', route = ''] = call.split(' ');
  const at = (id: string) => `${ACTIONS}${route.replace('[id]', id)}`;
  return {
    call: `${method} ${ACTIONS}${route}`,
    path: async (site) => at(await make(site)),
    unknown: at(UNKNOWN),
    options: () => ({ ...(body ? json(body()) : {}), method }),
    expected: admins(own, 404),
  };
};

export const DEVICE_API: Row[] = [
  { call: `GET ${ACTIONS}/devices`, expected: admins(200) },
  {
    call: `POST ${ACTIONS}/devices`,
    options: json({ ...device, ...wrongPassword }),
    expected: admins(422),
  },
  on('PATCH /devices/[id]', freshDevice, 200, () => device),
  on('DELETE /devices/[id]', freshDevice, 204),
  on('DELETE /devices/[id]/locks', freshDevice, 204),
  { call: `GET ${ACTIONS}/devices/current`, expected: everyone(401) },
  {
    call: `POST ${ACTIONS}/devices/current`,
    options: json(pinLogin),
    expected: everyone(401),
  },
  { call: `POST ${ACTIONS}/staffs`, options: json(person), expected: admins(201) },
  { call: `POST ${ACTIONS}/staffs/pins`, options: json({}), expected: admins(201) },
  on('POST /staffs/[id]/pin', freshCarer, 201),
  on('DELETE /staffs/[id]/pin', carerWithPin, 204),
  on('DELETE /staffs/[id]/second_step', colleagueWithPasskey, 204),
  on('POST /staffs/[id]/invitation', freshCarer, 204, address),
];

export const DEVICE_PAGES: Row[] = [
  page('/adminstaff/devices', adminPage()),
  page('/adminstaff/devices/pins', adminPage()),
  // Only in the browser of a shared device.
  page('/staffs/device', everyone(paths.loginByPassword)),
  page('/staffs/device/[id]', everyone(paths.loginByPassword), {
    path: () => paths.sharedDevicePerson(UNKNOWN),
  }),
];

/** Need the cookie of a shared device. */
export const DEVICE_ROUTES = ['/staffs/device', '/staffs/device/[id]'];

const outcome = (own: number, foreign = own): Row['expected'] => ({
  anonymous: 401,
  general: 403,
  admin: own,
  other: foreign,
  inactive: 403,
});

const act = (
  name: string,
  make: Make,
  own: number,
  fields: () => Record<string, string> = () => ({}),
): Row => ({
  call: `POST ${name}`,
  options: async (site) => form({ ...fields(), id: await make(site) }),
  unknownOptions: form({ ...fields(), id: UNKNOWN }),
  expected: outcome(own, 404),
});

const forAll = { name: device.name, who: 'all' };

export const DEVICE_ACTIONS: Row[] = [
  {
    call: 'POST devices.make',
    options: form({ ...forAll, ...wrongPassword }),
    expected: outcome(400),
  },
  act('devices.change', freshDevice, 204, () => ({ ...forAll, shown: '{}' })),
  act('devices.end', freshDevice, 204),
  act('devices.unlock', freshDevice, 204),
  { call: 'POST devices.signIn', options: form(pinLogin), expected: everyone(401) },
  { call: 'POST members.add', options: form(person), expected: outcome(200) },
  act('members.invite', freshCarer, 204, address),
  act('members.issuePin', freshCarer, 200),
  { call: 'POST members.issuePins', options: form({}), expected: outcome(200) },
  act('members.removePin', carerWithPin, 204),
  act('members.takeBackWays', colleagueWithPasskey, 204, () => ({ understood: 'on' })),
];

/** A site whose anonymous caller is an admin who signed in with a PIN. */
export async function asCarerByPin(site: Site): Promise<Site> {
  const { factory, dataDir, world } = site;
  const { staffId, token } = await makeSharedAdmin(factory, dataDir, world.cast.host.id);
  const answer = await site.ask('anonymous', paths.api.currentDevice, {
    ...json(
      { staffId, pin: PIN },
      {
        Cookie: `${SHARED_DEVICE_COOKIE}=${token}`,
        'Sec-Fetch-Site': 'same-origin',
      },
    ),
  });
  if (answer.status !== 200) throw new Error(`could not sign in by PIN: ${answer.text}`);
  const { access_token } = JSON.parse(answer.text) as { access_token: string };
  const ask: Site['ask'] = (who, path, { headers, ...rest } = {}) =>
    site.ask(who, path, {
      ...rest,
      headers: { Authorization: `Bearer ${access_token}`, ...headers },
    });
  return { ...site, ask };
}
