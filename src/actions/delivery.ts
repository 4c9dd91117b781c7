import { z } from 'zod';
import { DeliverySettingsInput } from '#features/delivery/delivery.ts';
import { saveDeliverySettings } from '#features/delivery/settings.service.ts';
import { requireAdminStaff } from '#features/session/guards.ts';
import { runtime } from '#server/runtime.ts';
import { formAction } from './form-action.ts';

/** A ticked box arrives as `on`, another not at all. */
const ticked = z.preprocess((value) => value === 'on', z.boolean());

export const delivery = {
  saveSettings: formAction({
    input: z.object({ ...DeliverySettingsInput.shape, mailEnabled: ticked, earlyLook: ticked }),
    guard: requireAdminStaff,
    run: async ({ input, actor }) => saveDeliverySettings(await runtime(), actor, input),
  }),
};
