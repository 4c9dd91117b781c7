import { decidePhotos } from '#features/resident/consent.service.ts';
import { importResidents, tryImport } from '#features/resident/import.service.ts';
import { createResident } from '#features/resident/resident-admin.service.ts';
import { updateResident } from '#features/resident/resident-change.service.ts';
import {
  DecidePhotosForm,
  ImportForm,
  ResidentForm,
  RotateTokenForm,
  TryImportForm,
  UpdateResidentForm,
  toResidentInput,
} from '#features/resident/resident-form.ts';
import { requireAdminStaff } from '#features/session/guards.ts';
import { runtime } from '#server/runtime.ts';
import { formAction } from './form-action.ts';

export const residents = {
  create: formAction({
    input: ResidentForm,
    guard: requireAdminStaff,
    async run({ input, actor }) {
      const fields = { portrait: null, ...toResidentInput(input) };
      const { id } = await createResident(await runtime(), actor, fields);
      return { id };
    },
  }),
  update: formAction({
    input: UpdateResidentForm,
    guard: requireAdminStaff,
    async run({ input: { id, ...fields }, actor }) {
      await updateResident(await runtime(), actor, id, toResidentInput(fields));
    },
  }),
  rotateToken: formAction({
    input: RotateTokenForm,
    guard: requireAdminStaff,
    async run({ input, actor }) {
      await updateResident(await runtime(), actor, input.id, { rotateToken: true });
    },
  }),
  decidePhotos: formAction({
    input: DecidePhotosForm,
    guard: requireAdminStaff,
    run: async ({ input: { id, ...decision }, actor }) =>
      decidePhotos(await runtime(), actor, id, decision),
  }),
  tryImport: formAction({
    input: TryImportForm,
    guard: requireAdminStaff,
    async run({ input, actor }) {
      const bytes = new Uint8Array(await input.file.arrayBuffer());
      return tryImport(await runtime(), actor, bytes);
    },
  }),
  addAll: formAction({
    input: ImportForm,
    guard: requireAdminStaff,
    run: async ({ input, actor }) => importResidents(await runtime(), actor, input.csv),
  }),
};
