import { beforeEach, describe, expect, test } from 'vitest';
import { issueAccessToken } from '#domains/account/session/tokens.ts';
import {
  authenticate,
  authenticateByRefreshToken,
  refresh,
} from '#domains/account/session/session-lifecycle.ts';
import {
  changeDevice,
  endDevice,
  readDevices,
  readThisDevice,
} from '#domains/account/shared-device/manage-devices.ts';
import { removePin } from '#domains/account/shared-device/manage-pins.ts';
import { readPicker, signInByPin } from '#domains/account/shared-device/sign-in-by-pin.ts';
import { DEVICE_DAYS, MOST_DEVICES } from '#domains/account/shared-device/shared-device.ts';
import { removeStaff } from '#domains/account/manage-staff.ts';
import { staffHolder } from '#domains/account/holder.ts';
import { isRemembered, rememberBrowser } from '#domains/account/second-step/remembered.ts';
import { login } from '../../support/login.ts';
import type { CastActor } from '../../support/cast.ts';
import { CLIENT, signedIn } from '../../support/cast.ts';
import { DAY, HOUR, MINUTE } from '../../support/clock.ts';
import { PASSWORD, makeCarer } from '../../support/factories.ts';
import { PIN, givePin, makeDevice, pickName } from '../../support/shared-device.ts';
import { shareEachTest, rt, cast, admin, carer, phone } from '../../support/sharing.ts';

let other: CastActor;
shareEachTest();
beforeEach(async () => {
  other = await signedIn(rt, cast.otherAdmin);
});

const enter = () => signInByPin(rt, { staffId: carer.id, pin: PIN }, phone.client);
const make = (client = CLIENT, currentPassword = PASSWORD, actor = admin) =>
  makeDevice(rt, actor, { name: '1階', staffIds: null, currentPassword }, client);
const status = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: unknown) => (error as { status: number }).status,
  );
const isIn = async (tokens: { access_token: string; refresh_token: string }) =>
  [
    await authenticate(rt, tokens.access_token),
    await authenticateByRefreshToken(rt, tokens.refresh_token),
  ].filter((actor) => actor !== null).length;

describe('a browser that is remembered', () => {
  const HERE = { ...CLIENT, userAgent: 'phone' };

  test('is forgotten once it is shared, for whomever it was', async () => {
    const holder = staffHolder(await signedIn(rt, cast.general));
    const remembered = await rememberBrowser(rt, holder, HERE.userAgent);
    const browser = { ...HERE, remembered };
    expect(await isRemembered(rt, holder, browser)).toBe(true);
    await make(browser);
    expect(await isRemembered(rt, holder, browser)).toBe(false);
    expect(await rt.db.selectFrom('remembered_browsers').select('id').execute()).toEqual([]);
  });

  test('was shared before that was so: it skips nothing, and forgets with the next sign-in', async () => {
    const holder = staffHolder(admin);
    const remembered = await rememberBrowser(rt, holder, HERE.userAgent);
    const browser = { ...phone.client, remembered };
    expect(await isRemembered(rt, holder, browser)).toBe(false);
    await signInByPin(rt, { staffId: carer.id, pin: PIN }, browser);
    expect(await isRemembered(rt, holder, { ...HERE, remembered })).toBe(false);
  });
});

describe('making a device', () => {
  test('asks for the password, since it outlives the session', async () => {
    expect(await status(make(CLIENT, 'wrong'))).toBe(422);
  });

  test('is done once for each browser, and for twenty of a facility', async () => {
    expect(await status(make(phone.client))).toBe(409);
    for (let n = 1; n < MOST_DEVICES; n++) await make();
    expect(await status(make())).toBe(409);
    await make(CLIENT, PASSWORD, other);
    rt.clock.advance(DEVICE_DAYS * DAY);
    const back = await signedIn(rt, cast.admin);
    await make(CLIENT, PASSWORD, back);
    expect(await readDevices(rt, back)).toHaveLength(1);
  });

  test('gives the admin a short session too', async () => {
    expect(await status(refreshable(admin))).toBeNull();
    rt.clock.advance(16 * MINUTE);
    expect(await status(refreshable(admin))).toBe(401);
    expect(await status(refreshable(other))).toBeNull();
  });

  test('takes only colleagues of the facility', async () => {
    const input = { name: '1階', staffIds: [cast.otherAdmin.id], currentPassword: PASSWORD };
    expect(await status(makeDevice(rt, admin, input, CLIENT))).toBe(422);
    expect(await readDevices(rt, admin)).toHaveLength(1);
  });
});

/** Whether the session of an actor is still there. */
async function refreshable({ sessionId }: CastActor): Promise<void> {
  const row = await rt.db
    .selectFrom('sessions')
    .select('staff_id')
    .where('id', '=', sessionId)
    .executeTakeFirst();
  const claims = { staffId: row?.staff_id ?? '', sessionId };
  const token = await issueAccessToken(rt.secrets.jwtKey, claims);
  if (!(await authenticate(rt, token))) throw Object.assign(new Error('ended'), { status: 401 });
}

describe('another facility', () => {
  test('neither sees, changes nor ends a device, and its people sign in as on their own', async () => {
    expect(await readDevices(rt, other)).toEqual([]);
    expect(await readThisDevice(rt, other, phone.token)).toBeNull();
    const input = { name: 'x', staffIds: null };
    expect(await status(changeDevice(rt, other, phone.id, input))).toBe(404);
    expect(await status(endDevice(rt, other, phone.id))).toBe(404);
    const { email } = cast.otherAdmin;
    const tokens = await login(rt, { email, password: PASSWORD }, phone.client);
    expect((await authenticate(rt, tokens.access_token))?.sharedDeviceId).toBeNull();
  });
});

describe('a session on the device', () => {
  test('is the only one: the next person ends it', async () => {
    await givePin(rt, cast.general);
    const first = await enter();
    await pickName(rt, phone, cast.general);
    expect(await isIn(first)).toBe(0);
  });

  test('ends when the device is ended, in that moment', async () => {
    const tokens = await enter();
    const { email } = cast.admin;
    expect(await isIn(tokens)).toBe(2);
    await endDevice(rt, other, phone.id).catch(() => undefined);
    expect(await isIn(tokens)).toBe(2);
    await endDevice(rt, await signedIn(rt, cast.admin), phone.id);
    expect(await isIn(tokens)).toBe(0);
    expect(await status(refresh(rt, tokens.refresh_token))).toBe(401);
    expect(await status(enter())).toBe(401);
    expect(await status(readPicker(rt, phone.token))).toBe(401);
    await login(rt, { email, password: PASSWORD }, phone.client);
  });

  test.each<[string, () => Promise<unknown>]>([
    ['the person is removed', () => removeStaff(rt, admin, carer.id)],
    ['the PIN is removed', () => removePin(rt, admin, carer.id)],
  ])('ends when %s', async (_what, act) => {
    const tokens = await enter();
    await act();
    expect(await isIn(tokens)).toBe(0);
    expect(await status(enter())).toBe(401);
  });

  test('ends after 15 minutes without use, however often tokens are refreshed', async () => {
    let tokens = await enter();
    for (let n = 0; n < 3; n++) {
      rt.clock.advance(5 * MINUTE);
      tokens = await refresh(rt, tokens.refresh_token);
    }
    expect(await isIn(tokens)).toBe(2);
    rt.clock.advance(10 * MINUTE);
    tokens = await refresh(rt, tokens.refresh_token);
    rt.clock.advance(6 * MINUTE);
    expect(await status(refresh(rt, tokens.refresh_token))).toBe(401);
    expect(await isIn(tokens)).toBe(0);
  });

  test('ends after 12 hours of use', async () => {
    let tokens = await enter();
    for (let n = 0; n < 72; n++) {
      rt.clock.advance(10 * MINUTE);
      tokens = await refresh(rt, tokens.refresh_token);
      expect(await isIn(tokens)).toBe(2);
    }
    rt.clock.advance(MINUTE);
    expect(await status(refresh(rt, tokens.refresh_token))).toBe(401);
  });

  test('of an admin by password has all powers, and the same limits', async () => {
    const { email } = cast.admin;
    const tokens = await login(rt, { email, password: PASSWORD }, phone.client);
    expect(await authenticate(rt, tokens.access_token)).toMatchObject({
      isAdmin: true,
      isByPin: false,
      sharedDeviceId: phone.id,
    });
    rt.clock.advance(HOUR);
    expect(await isIn(tokens)).toBe(0);
  });
});

test('a device has a list of its own, or everyone, also later colleagues', async () => {
  const names = async () => (await readPicker(rt, phone.token)).people.map(({ id }) => id).sort();
  const all = [cast.admin.id, cast.general.id, carer.id].sort();
  expect(await names()).toEqual(all);
  await changeDevice(rt, admin, phone.id, { name: '3階', staffIds: [carer.id] });
  expect(await names()).toEqual([carer.id]);
  const later = await makeCarer(rt, cast.host.id);
  expect(await names()).toEqual([carer.id]);
  await changeDevice(rt, admin, phone.id, { name: '3階', staffIds: null });
  expect(await names()).toEqual([...all, later.id].sort());
  expect(await readDevices(rt, admin)).toMatchObject([{ name: '3階', people: null }]);
});
