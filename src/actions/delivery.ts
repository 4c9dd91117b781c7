import { z } from 'zod';
import { SendLetterInput, SendLettersInput } from '#domains/delivery/states.ts';
import { DeliverySettingsInput } from '#domains/facility/delivery-settings.ts';
import { sendLetter, sendLetters } from '#domains/delivery/send-on-request.ts';
import { sendOwnLetter } from '#domains/delivery/own-letter.ts';
import { saveDeliverySettings } from '#domains/delivery/change-settings.ts';
import { requireAdminStaff } from '#domains/account/session/guards.ts';
import { Shown, changedFields } from '#lib/shown.ts';
import { formAction } from './form-action.ts';

/** A ticked checkbox arrives as `on`, an unticked one not at all. */
const ticked = z.preprocess((value) => value === 'on', z.boolean());

export const delivery = {
  saveSettings: formAction({
    input: z.object({
      ...DeliverySettingsInput.shape,
      mailEnabled: ticked,
      earlyLook: ticked,
      takesAnswers: ticked,
      shown: Shown,
    }),
    guard: requireAdminStaff,
    run: ({ rt, actor, input: { shown, ...fields } }) =>
      saveDeliverySettings(rt, actor, changedFields(fields, shown)),
  }),
  sendToMyself: formAction({
    guard: requireAdminStaff,
    run: async ({ rt, actor }) => ({ email: await sendOwnLetter(rt, actor) }),
  }),
  sendLetter: formAction({
    input: SendLetterInput,
    guard: requireAdminStaff,
    run: ({ rt, actor, input }) => sendLetter(rt, actor, input),
  }),
  sendLetters: formAction({
    input: SendLettersInput,
    guard: requireAdminStaff,
    run: async ({ rt, actor, input }) => ({ count: await sendLetters(rt, actor, input) }),
  }),
};
