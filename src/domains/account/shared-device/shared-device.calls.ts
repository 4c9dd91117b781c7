import { z } from 'zod';
import { clientOf } from '#domains/account/session/client-of.ts';
import { requireAdminStaff } from '#domains/account/session/guards.ts';
import { TokenPair } from '#domains/account/session/session.ts';
import { anyone, defineCall } from '#server/call.ts';
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
  list: defineCall({
    summary: '共用の端末の一覧',
    guard: requireAdminStaff,
    output: z.object({ devices: z.array(SharedDeviceSchema) }),
    run: async ({ rt, actor }) => ({ devices: await readDevices(rt, actor) }),
  }),
  make: defineCall({
    summary: 'このブラウザを共用の端末にする（クッキーが入る）',
    guard: requireAdminStaff,
    input: NewDeviceInput,
    output: DeviceOutput,
    status: 201,
    run: async ({ rt, actor, input, context }) => ({
      device: await shareBrowser(rt, context, actor, input),
    }),
  }),
  change: defineCall({
    summary: '共用の端末の名前と、使う人を変える',
    guard: requireAdminStaff,
    input: ChangeDeviceInput,
    output: DeviceOutput,
    run: async ({ rt, actor, id, input }) => ({ device: await changeDevice(rt, actor, id, input) }),
  }),
  end: defineCall({
    summary: '端末の共用をやめる',
    guard: requireAdminStaff,
    output: null,
    run: ({ rt, actor, id }) => endDevice(rt, actor, id),
  }),
  unlock: defineCall({
    summary: '間違えた暗証番号によるロックを解く',
    guard: requireAdminStaff,
    output: null,
    run: ({ rt, actor, id }) => unlockDevice(rt, actor, id),
  }),
  current: defineCall({
    summary: 'この端末を使う人のお名前',
    guard: anyone,
    output: z.object({ device: PickerSchema }),
    run: async ({ rt, context }) => ({
      device: await readPicker(rt, clientOf(context).sharedDevice ?? null),
    }),
  }),
  signIn: defineCall({
    summary: '共用の端末に、お名前と暗証番号でログインする',
    guard: anyone,
    input: PinLoginInput,
    output: TokenPair,
    run: ({ rt, input, context }) => pickName(rt, context, input),
  }),
  issuePin: defineCall({
    summary: '最初の暗証番号を出す（一度だけ表示）',
    guard: requireAdminStaff,
    output: FirstPinSchema,
    status: 201,
    run: ({ rt, actor, id }) => issueFirstPin(rt, actor, id),
  }),
  issuePins: defineCall({
    summary: '最初の暗証番号を、まだの人みんなに出す（一度だけ表示）',
    guard: requireAdminStaff,
    input: FirstPinsInput,
    output: FirstPinsSchema,
    status: 201,
    run: ({ rt, actor, input }) => issueFirstPins(rt, actor, input),
  }),
  removePin: defineCall({
    summary: '暗証番号を削除する',
    guard: requireAdminStaff,
    output: null,
    run: ({ rt, actor, id }) => removePin(rt, actor, id),
  }),
};
