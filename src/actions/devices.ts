import {
  ChangeDeviceForm,
  NewDeviceForm,
  chosenIn,
} from '#domains/account/shared-device/shared-device.ts';
import { sharedDeviceCalls } from '#domains/account/shared-device/shared-device.calls.ts';
import { IdForm } from '#domains/account/staff.ts';
import { changedFields } from '#lib/shown.ts';
import { byId, formAction } from './form-action.ts';

export const devices = {
  make: formAction(sharedDeviceCalls.make, {
    fields: NewDeviceForm,
    toCall: ({ name, currentPassword, ...people }) => ({
      input: { name, currentPassword, staffIds: chosenIn(people) },
    }),
  }),
  change: formAction(sharedDeviceCalls.change, {
    fields: ChangeDeviceForm,
    toCall: ({ id, name, shown, ...people }) => ({
      id,
      input: changedFields({ name, staffIds: chosenIn(people) }, shown),
    }),
  }),
  end: formAction(sharedDeviceCalls.end, byId(IdForm)),
  unlock: formAction(sharedDeviceCalls.unlock, byId(IdForm)),
  signIn: formAction(sharedDeviceCalls.signIn),
};
