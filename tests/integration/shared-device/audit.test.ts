import { beforeEach, expect, test } from 'vitest';
import { readHistoryQuery } from '#domains/dashboard/history/history.ts';
import { readHistory } from '#domains/dashboard/history/read-history.ts';
import {
  changeDevice,
  endDevice,
  unlockDevice,
} from '#domains/account/shared-device/manage-devices.ts';
import { issueFirstPin } from '#domains/account/shared-device/first-pins.ts';
import { removePin } from '#domains/account/shared-device/manage-pins.ts';
import { signInByPin } from '#domains/account/shared-device/sign-in-by-pin.ts';
import { WRONG_PINS } from '#domains/account/shared-device/pin.ts';
import { addCarer, inviteCarer } from '#domains/account/manage-staff.ts';
import { CLIENT } from '../../support/cast.ts';
import type { DeviceAction } from '../../support/events.ts';
import { readEvents } from '../../support/events.ts';
import { DEVICE_NAME, PIN, WRONG_PIN, pickName, sharePhone } from '../../support/shared-device.ts';
import { shareEachTest, rt, cast, admin, carer, phone } from '../../support/sharing.ts';

shareEachTest();
beforeEach(async () => {
  await rt.db.deleteFrom('audit_logs').execute();
});

const byAdmin = (target: string) => ({ host_id: cast.host.id, staff_id: admin.id, target });
const byCarer = () => ({ host_id: cast.host.id, staff_id: carer.id });
const onCarer = () => ({ host_id: cast.host.id, staff_id: null, target: carer.id });
const wrong = () =>
  signInByPin(rt, { staffId: carer.id, pin: WRONG_PIN }, phone.client).catch(() => undefined);

/** What causes each event, and what is recorded. */
const EVENTS: Record<DeviceAction, () => Promise<object>> = {
  async 'device.made'() {
    const { id } = await sharePhone(rt, admin);
    return { ...byAdmin(id), detail: DEVICE_NAME };
  },
  async 'device.changed'() {
    await changeDevice(rt, admin, phone.id, { name: '3階', staffIds: [carer.id] });
    return { ...byAdmin(phone.id), detail: '3階' };
  },
  async 'device.unlocked'() {
    await unlockDevice(rt, admin, phone.id);
    return { ...byAdmin(phone.id), detail: DEVICE_NAME };
  },
  async 'device.ended'() {
    await endDevice(rt, admin, phone.id);
    return { ...byAdmin(phone.id), detail: DEVICE_NAME };
  },
  async 'staff.added'() {
    const { id } = await addCarer(rt, admin, { name: '清水', nameKana: '' });
    return byAdmin(id);
  },
  async 'staff.invited'() {
    await inviteCarer(rt, admin, { id: carer.id, email: 'akari@example.jp', client: CLIENT });
    return byAdmin(carer.id);
  },
  async 'staff.pin_issued'() {
    await issueFirstPin(rt, admin, carer.id);
    return byAdmin(carer.id);
  },
  async 'staff.pin_removed'() {
    await removePin(rt, admin, carer.id);
    return byAdmin(carer.id);
  },
  async 'staff.pin_chosen'() {
    await signInByPin(rt, { staffId: carer.id, pin: PIN, newPin: '907135' }, phone.client);
    return byCarer();
  },
  async 'session.started_on_shared'() {
    await pickName(rt, phone, carer);
    return { ...byCarer(), detail: DEVICE_NAME };
  },
  async 'session.pin_refused'() {
    await wrong();
    return { ...onCarer(), detail: DEVICE_NAME };
  },
  async 'session.pin_locked'() {
    for (let n = 0; n < WRONG_PINS; n++) await wrong();
    return { ...onCarer(), detail: DEVICE_NAME };
  },
};

test.each(Object.keys(EVENTS) as DeviceAction[])(
  '%s is recorded once, without an address or a PIN, and has its words',
  async (action) => {
    const expected = await EVENTS[action]();
    const rows = await readEvents(rt);
    expect(rows.filter((row) => row.action === action)).toMatchObject([expected]);
    expect(JSON.stringify(rows)).not.toMatch(new RegExp(`@|${PIN}|${WRONG_PIN}|907135`));
    const { days } = await readHistory(rt, admin, readHistoryQuery(new URLSearchParams()));
    const texts = days.flatMap(({ lines }) => lines.map(({ text }) => text));
    expect(texts.length).toBeGreaterThan(0);
    expect(texts.join()).not.toMatch(/以前の職員|表示できない|undefined/);
  },
);
