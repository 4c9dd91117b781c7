import { z } from 'zod';
import { sendTestMail } from '#features/delivery/delivery.service.ts';
import { addFamily, changeFamily, removeFamily } from '#features/family/family.service.ts';
import { FamilyForm, FamilyIdInput, FamilyInput } from '#features/family/family.ts';
import { requireAdminStaff } from '#features/session/guards.ts';
import { runtime } from '#server/runtime.ts';
import { formAction } from './form-action.ts';

export const families = {
  add: formAction({
    input: z.object(FamilyInput.shape),
    guard: requireAdminStaff,
    run: async ({ input, actor }) => {
      const { id } = await addFamily(await runtime(), actor, input);
      return { id };
    },
  }),
  change: formAction({
    input: FamilyForm,
    guard: requireAdminStaff,
    async run({ input: { id, ...change }, actor }) {
      await changeFamily(await runtime(), actor, id, change);
    },
  }),
  sendTest: formAction({
    input: FamilyIdInput,
    guard: requireAdminStaff,
    run: async ({ input, actor }) => ({
      email: await sendTestMail(await runtime(), actor, input.id),
    }),
  }),
  renewLink: formAction({
    input: FamilyIdInput,
    guard: requireAdminStaff,
    async run({ input, actor }) {
      await changeFamily(await runtime(), actor, input.id, { rotateToken: true });
    },
  }),
  remove: formAction({
    input: FamilyIdInput,
    guard: requireAdminStaff,
    run: async ({ input, actor }) => removeFamily(await runtime(), actor, input.id),
  }),
};
