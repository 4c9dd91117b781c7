import { z } from 'zod';
import { clientOf } from '#domains/account/session/client-of.ts';
import { requireAdminStaff } from '#domains/account/session/guards.ts';
import { TokenPair } from '#domains/account/session/session.ts';
import { anyone, asks, defineCall, READS } from '#server/call.ts';
import {
  changeDevice,
  endDevice,
  pickName,
  readDevices,
  shareBrowser,
  unlockDevice,
} from './manage-devices.ts';
import { issueFirstPin, issueFirstPins } from './first-pins.ts';
import { removePin } from './manage-pins.ts';
import {
  ChangeDeviceInput,
  FirstPinSchema,
  FirstPinsInput,
  FirstPinsSchema,
  NewDeviceInput,
  PickerSchema,
  PinLoginInput,
  SharedDeviceSchema,
} from './shared-device.ts';
import { readPicker } from './sign-in-by-pin.ts';

const DeviceOutput = z.object({ device: SharedDeviceSchema });

/** Devices that several carers share (contract.md#shared-devices). */
export const sharedDeviceCalls = {
  list: defineCall(asks.nothing(READS), {
    summary: '共用の端末の一覧',
    guard: requireAdminStaff,
    output: z.object({ devices: z.array(SharedDeviceSchema) }),
    run: async ({ rt, actor }) => ({ devices: await readDevices(rt, actor) }),
  }),
  make: defineCall(asks.password('device.made'), {
    summary: 'このブラウザを共用の端末にする（クッキーが入る）',
    guard: requireAdminStaff,
    input: NewDeviceInput,
    output: DeviceOutput,
    status: 201,
    run: async ({ rt, actor, input, context }) => ({
      device: await shareBrowser(rt, context, actor, input),
    }),
  }),
  change: defineCall(asks.confirmation('共用の端末を変える', 'device.changed'), {
    summary: '共用の端末の名前と、使う人を変える',
    guard: requireAdminStaff,
    input: ChangeDeviceInput,
    output: DeviceOutput,
    run: async ({ rt, actor, id, input }) => ({ device: await changeDevice(rt, actor, id, input) }),
  }),
  end: defineCall(asks.confirmation('端末の共用をやめる', 'device.ended'), {
    summary: '端末の共用をやめる',
    guard: requireAdminStaff,
    output: null,
    run: ({ rt, actor, id }) => endDevice(rt, actor, id),
  }),
  unlock: defineCall(asks.confirmation('ロックを解く', 'device.unlocked'), {
    summary: '間違えた暗証番号によるロックを解く',
    guard: requireAdminStaff,
    output: null,
    run: ({ rt, actor, id }) => unlockDevice(rt, actor, id),
  }),
  current: defineCall(asks.nothing(READS), {
    summary: 'この端末を使う人のお名前',
    guard: anyone,
    output: z.object({ device: PickerSchema }),
    run: async ({ rt, context }) => ({
      device: await readPicker(rt, clientOf(context).sharedDevice ?? null),
    }),
  }),
  signIn: defineCall(asks.nothing('session.started_on_shared'), {
    summary: '共用の端末に、お名前と暗証番号でログインする',
    guard: anyone,
    input: PinLoginInput,
    output: TokenPair,
    run: ({ rt, input, context }) => pickName(rt, context, input),
  }),
  issuePin: defineCall(asks.confirmation('最初の暗証番号を出す', 'staff.pin_issued'), {
    summary: '最初の暗証番号を出す（一度だけ表示）',
    guard: requireAdminStaff,
    output: FirstPinSchema,
    status: 201,
    run: ({ rt, actor, id }) => issueFirstPin(rt, actor, id),
  }),
  issuePins: defineCall(asks.confirmation('最初の暗証番号を出す', 'staff.pin_issued'), {
    summary: '最初の暗証番号を、まだの人みんなに出す（一度だけ表示）',
    guard: requireAdminStaff,
    input: FirstPinsInput,
    output: FirstPinsSchema,
    status: 201,
    run: ({ rt, actor, input }) => issueFirstPins(rt, actor, input),
  }),
  removePin: defineCall(asks.confirmation('暗証番号を削除する', 'staff.pin_removed'), {
    summary: '暗証番号を削除する',
    guard: requireAdminStaff,
    output: null,
    run: ({ rt, actor, id }) => removePin(rt, actor, id),
  }),
};
