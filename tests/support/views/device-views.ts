import type { Page } from '@playwright/test';
import { paths } from '#lib/paths.ts';
import type { View } from './view.ts';
import { of, refused } from './view.ts';

const admin = of('admin');
const beginner = of('beginner');
const shared = of('shared');
const DEVICES = '/adminstaff/devices';
const PINS = '/adminstaff/devices/pins';
const PERSON = '/staffs/device/[id]';

const issuePins = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: '番号を出す' }).click();
  await page.getByText('人の番号を出しました').waitFor();
};

/** Shared devices, as admins and as carers see them. */
export const DEVICE_VIEWS: View[] = [
  admin('devices', DEVICES, paths.devices),
  admin('devices-change', DEVICES, (p) => paths.changeDevice(p.shared.deviceId)),
  admin('staffs-invite', '/adminstaff/staffs', (p) => paths.inviteCarer(p.shared.noneId)),
  admin('devices-pins', PINS, paths.firstPins),
  admin('devices-pins-issued', PINS, paths.firstPins, { act: issuePins }),
  beginner('devices-none', DEVICES, paths.devices),
  beginner('devices-refused', DEVICES, paths.devices, { status: 400, act: refused }),
  shared('device-names', '/staffs/device', paths.sharedDevice),
  shared('device-pin', PERSON, (p) => paths.sharedDevicePerson(p.shared.readyId)),
  shared(
    'device-pin-change',
    PERSON,
    (p) => `${paths.sharedDevicePerson(p.shared.readyId)}?change=1`,
  ),
  shared('device-first-pin', PERSON, (p) => paths.sharedDevicePerson(p.shared.firstId)),
  shared('device-first-refused', PERSON, (p) => paths.sharedDevicePerson(p.shared.firstId), {
    status: 400,
    act: refused,
  }),
  shared('device-locked', PERSON, (p) => paths.sharedDevicePerson(p.shared.lockedId)),
  shared('device-without-pin', PERSON, (p) => paths.sharedDevicePerson(p.shared.noneId)),
  shared('items-shared', '/adminstaff/items', paths.items),
  shared('mypage-shared', '/adminstaff/mypage', paths.myPage),
  shared('mypage-shared-edit', '/adminstaff/mypage/edit', paths.editMyPage),
];
