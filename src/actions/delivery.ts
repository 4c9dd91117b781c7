import { z } from 'zod';
import { SendLetterInput, SendLettersInput } from '#features/delivery/delivery-state.ts';
import { DeliverySettingsInput } from '#features/delivery/delivery.ts';
import { sendLetter, sendLetters } from '#features/delivery/send.service.ts';
import { saveDeliverySettings } from '#features/delivery/settings.service.ts';
import { requireAdminStaff } from '#features/session/guards.ts';
import { runtime } from '#server/runtime.ts';
import { formAction } from './form-action.ts';

/** A ticked checkbox arrives as `on`, an unticked one not at all. */
const ticked = z.preprocess((value) => value === 'on', z.boolean());

export const delivery = {
  saveSettings: formAction({
    input: z.object({ ...DeliverySettingsInput.shape, mailEnabled: ticked, earlyLook: ticked }),
    guard: requireAdminStaff,
    run: async ({ input, actor }) => saveDeliverySettings(await runtime(), actor, input),
  }),
  sendLetter: formAction({
    input: SendLetterInput,
    guard: requireAdminStaff,
    run: async ({ input, actor }) => sendLetter(await runtime(), actor, input),
  }),
  sendLetters: formAction({
    input: SendLettersInput,
    guard: requireAdminStaff,
    run: async ({ input, actor }) => ({ count: await sendLetters(await runtime(), actor, input) }),
  }),
};
