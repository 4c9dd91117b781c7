import { describe, expect, test } from 'vitest';
import { authenticate } from '#domains/account/session/session-lifecycle.ts';
import { readDevices, unlockDevice } from '#domains/account/shared-device/manage-devices.ts';
import { issueFirstPin, issueFirstPins } from '#domains/account/shared-device/first-pins.ts';
import { removePin } from '#domains/account/shared-device/manage-pins.ts';
import { signInByPin, readPicker } from '#domains/account/shared-device/sign-in-by-pin.ts';
import {
  MOST_FIRST_PINS,
  WRONG_PINS,
  isTrivialPin,
  lastDayOfPin,
} from '#domains/account/shared-device/pin.ts';
import { changeRole, removeStaff } from '#domains/account/manage-staff.ts';
import { addDays, civilDateOf, startOfDay } from '#lib/calendar.ts';
import { login } from '../../support/login.ts';
import { CLIENT, signedIn } from '../../support/cast.ts';
import { DAY } from '../../support/clock.ts';
import { readEvents } from '../../support/events.ts';
import { PASSWORD, makeCarer, makeStaff } from '../../support/factories.ts';
import {
  DEVICE_NAME,
  PIN,
  WRONG_PIN,
  givePin,
  pickName,
  sharePhone,
} from '../../support/shared-device.ts';
import { shareEachTest, rt, cast, admin, carer, phone } from '../../support/sharing.ts';

shareEachTest();

const enter = (staffId: string, pin = PIN, newPin?: string, client = phone.client) =>
  signInByPin(rt, { staffId, pin, newPin }, client);
const failure = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: unknown) => {
      const { status, message } = error as { status: number; message: string };
      return { status, message };
    },
  );
const wrongly = async (times: number, staffId = carer.id) => {
  for (let n = 0; n < times; n++) {
    expect([401, 429]).toContain((await failure(enter(staffId, WRONG_PIN)))?.status);
  }
};

test('a name and its PIN open the photos, on the device only', async () => {
  expect(await pickName(rt, phone, carer)).toMatchObject({ id: carer.id, isByPin: true });
  for (const sharedDevice of [null, '', `${phone.token}x`, 'A'.repeat(54)]) {
    const elsewhere = enter(carer.id, PIN, undefined, { ...CLIENT, sharedDevice });
    await expect(elsewhere).rejects.toMatchObject({ status: 401 });
  }
});

test('nobody is an admin by PIN', async () => {
  await givePin(rt, cast.admin);
  const actor = await pickName(rt, phone, cast.admin);
  expect(actor).toMatchObject({ isAdmin: false, role: 'general', scope: ['staff'] });
});

test('who is not chosen, pending, gone or of another facility, answers like a wrong PIN', async () => {
  const pending = await makeStaff(rt, cast.host.id, { confirmed_at: null });
  const gone = await makeCarer(rt, cast.host.id);
  for (const person of [pending, gone, cast.otherAdmin, cast.general]) await givePin(rt, person);
  await removeStaff(rt, admin, gone.id);
  const small = await sharePhone(rt, admin, [carer.id]);
  const wrong = await failure(enter(carer.id, WRONG_PIN, undefined, small.client));
  expect(wrong?.status).toBe(401);
  for (const id of [pending.id, gone.id, cast.otherAdmin.id, cast.general.id, 'unknown']) {
    expect(await failure(enter(id, PIN, undefined, small.client)), id).toEqual(wrong);
  }
  expect((await readPicker(rt, small.token)).people.map(({ id }) => id)).toEqual([carer.id]);
});

describe('wrong PINs', () => {
  test('lock the name on this device, also an unknown one, and for the right PIN', async () => {
    await wrongly(WRONG_PINS - 1);
    const last = await failure(enter(carer.id, WRONG_PIN));
    expect(last?.status).toBe(429);
    expect(await failure(enter(carer.id))).toEqual(last);
    await wrongly(WRONG_PINS - 1, 'unknown');
    expect(await failure(enter('unknown'))).toEqual(last);
    const other = await sharePhone(rt, admin);
    expect(await pickName(rt, other, carer)).toMatchObject({ id: carer.id });
  });

  test('in parallel are counted before any is verified', async () => {
    const answers = await Promise.all(
      Array.from({ length: WRONG_PINS * 2 }, () => failure(enter(carer.id, WRONG_PIN))),
    );
    const statuses = answers.map((answer) => answer?.status);
    expect(statuses.filter((status) => status === 401)).toHaveLength(WRONG_PINS - 1);
    const refused = (await readEvents(rt)).filter(({ action }) => action === 'session.pin_refused');
    expect(refused).toHaveLength(WRONG_PINS);
    expect(await failure(enter(carer.id))).toMatchObject({ status: 429 });
  });

  test('are forgotten with the right one', async () => {
    for (let round = 0; round < 3; round++) {
      await wrongly(WRONG_PINS - 1);
      expect(await pickName(rt, phone, carer)).toMatchObject({ id: carer.id });
    }
  });

  test('are unlocked by an admin, by a password and by a new first PIN', async () => {
    await givePin(rt, cast.general);
    const { id, email } = cast.general;
    await wrongly(WRONG_PINS, id);
    expect((await readDevices(rt, admin))[0]?.locked).toMatchObject([{ id }]);
    await unlockDevice(rt, admin, phone.id);
    await pickName(rt, phone, cast.general);
    await wrongly(WRONG_PINS, id);
    await login(rt, { email, password: PASSWORD }, CLIENT);
    await pickName(rt, phone, cast.general);
    await wrongly(WRONG_PINS, carer.id);
    const first = await issueFirstPin(rt, admin, carer.id);
    await enter(carer.id, first.pin, PIN);
  });

  test('of several names pause the device for a day, or until an admin unlocks it', async () => {
    for (let n = 0; n < 20; n++) await wrongly(1, `name ${n}`);
    expect(await failure(enter(carer.id))).toMatchObject({ status: 429 });
    expect((await readDevices(rt, admin))[0]?.isPaused).toBe(true);
    // The pause does not use up anybody's own tries.
    expect((await readPicker(rt, phone.token)).people.map(({ state }) => state)).not.toContain(
      'locked',
    );
    await unlockDevice(rt, admin, phone.id);
    await pickName(rt, phone, carer);
    for (let n = 0; n < 20; n++) await wrongly(1, `name ${n}`);
    rt.clock.advance(DAY);
    await pickName(rt, phone, carer);
  });

  test('are recorded without the PIN', async () => {
    await wrongly(WRONG_PINS);
    const events = (await readEvents(rt)).filter(({ action }) => action.includes('pin'));
    const about = { host_id: cast.host.id, staff_id: null, target: carer.id, detail: DEVICE_NAME };
    expect(events).toMatchObject([
      ...Array.from({ length: WRONG_PINS }, () => ({ action: 'session.pin_refused', ...about })),
      { action: 'session.pin_locked', ...about },
    ]);
    expect(JSON.stringify(events)).not.toContain(WRONG_PIN);
  });
});

describe('first PINs for all', () => {
  const ids = (pins: { id: string }[]) => pins.map(({ id }) => id).sort();

  test('are for who has none, and again for who has not used theirs', async () => {
    const without = await makeCarer(rt, cast.host.id);
    const { pins, left } = await issueFirstPins(rt, admin, { again: false });
    expect(left).toBe(0);
    // The carer has chosen one.
    expect(ids(pins)).toEqual([cast.admin.id, cast.general.id, without.id].sort());
    expect((await issueFirstPins(rt, admin, { again: false })).pins).toEqual([]);
    const old = pins.find(({ id }) => id === without.id)?.pin ?? '';
    const again = (await issueFirstPins(rt, admin, { again: true })).pins;
    expect(ids(again)).toEqual(ids(pins));
    expect(await failure(enter(without.id, old, PIN))).toMatchObject({ status: 401 });
    await enter(without.id, again.find(({ id }) => id === without.id)?.pin, PIN);
    await pickName(rt, phone, carer);
  });

  test('stop where a sheet would take too long, and say how many are left', async () => {
    for (let n = 0; n < MOST_FIRST_PINS; n++) await makeCarer(rt, cast.host.id);
    const { pins, left } = await issueFirstPins(rt, admin, { again: false });
    expect([pins.length, left]).toEqual([MOST_FIRST_PINS, 2]);
    expect((await issueFirstPins(rt, admin, { again: false })).pins).toHaveLength(2);
  });
});

describe('a first PIN', () => {
  test('is replaced with its first use, and then useless', async () => {
    const { pin } = await issueFirstPin(rt, admin, carer.id);
    expect(isTrivialPin(pin)).toBe(false);
    expect(await failure(enter(carer.id))).toMatchObject({ status: 401 });
    expect(await failure(enter(carer.id, pin))).toMatchObject({ status: 422 });
    expect(await failure(enter(carer.id, pin, pin))).toMatchObject({ status: 422 });
    await enter(carer.id, pin, '907135');
    expect(await failure(enter(carer.id, pin, '263804'))).toMatchObject({ status: 401 });
    await pickName(rt, phone, carer, '907135');
  });

  test('ends sessions and the earlier PIN at once, and expires after a week', async () => {
    const { access_token } = await enter(carer.id);
    const { pin, expiresAt } = await issueFirstPin(rt, admin, carer.id);
    expect(await authenticate(rt, access_token)).toBeNull();
    const today = civilDateOf(rt.clock.now());
    expect(lastDayOfPin(expiresAt)).toBe(addDays(today, 7));
    rt.clock.set(startOfDay(addDays(today, 8)).toISOString());
    expect(await failure(enter(carer.id, pin, PIN))).toMatchObject({ status: 401 });
    expect((await readPicker(rt, phone.token)).people.find(({ id }) => id === carer.id)).toEqual(
      expect.objectContaining({ state: 'none' }),
    );
  });

  test('that nobody has used yet ends when an admin leaves, or is one no more', async () => {
    const second = await makeStaff(rt, cast.host.id, { role: 'admin' });
    const leave = [
      () => changeRole(rt, admin, second.id, 'general'),
      () => removeStaff(rt, admin, second.id),
    ];
    for (const act of leave) {
      await rt.db
        .updateTable('staffs')
        .set({ role: 'admin' })
        .where('id', '=', second.id)
        .execute();
      const { pin } = await issueFirstPin(rt, await signedIn(rt, second), carer.id);
      await act();
      expect(await failure(enter(carer.id, pin, PIN))).toMatchObject({ status: 401 });
    }
  });

  test('is for colleagues of the facility only', async () => {
    for (const id of [cast.otherAdmin.id, 'unknown']) {
      await expect(issueFirstPin(rt, admin, id)).rejects.toMatchObject({ status: 404 });
      await expect(removePin(rt, admin, id)).rejects.toMatchObject({ status: 404 });
    }
  });
});

test('a carer changes the PIN with the one that is known', async () => {
  await enter(carer.id, PIN, '907135');
  expect(await failure(enter(carer.id))).toMatchObject({ status: 401 });
  await pickName(rt, phone, carer, '907135');
});

test('neither PIN nor token is in the database', async () => {
  const { pin } = await issueFirstPin(rt, admin, carer.id);
  await enter(carer.id, pin, '907135');
  for (const table of ['pins', 'pin_tries', 'shared_devices', 'audit_logs', 'sessions'] as const) {
    const rows = JSON.stringify(await rt.db.selectFrom(table).selectAll().execute());
    for (const secret of [pin, '907135', phone.token]) expect(rows).not.toContain(secret);
  }
});
