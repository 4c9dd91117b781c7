import { decidePhotos } from '#features/resident/consent.service.ts';
import { importRoster, tryImport } from '#features/roster/import.service.ts';
import { residentCalls } from '#features/resident/resident.calls.ts';
import {
  DecidePhotosForm,
  ResidentForm,
  RotateTokenForm,
  UpdateResidentForm,
  toResidentInput,
} from '#features/resident/resident-form.ts';
import { ImportForm, TryImportForm } from '#features/roster/import-form.ts';
import { requireAdminStaff } from '#features/session/guards.ts';
import { formAction } from './form-action.ts';

export const residents = {
  create: formAction(residentCalls.create, {
    fields: ResidentForm,
    toCall: (fields) => ({ input: { portrait: null, ...toResidentInput(fields) } }),
    done: ({ output }) => ({ id: output.resident.id }),
  }),
  update: formAction(residentCalls.change, {
    fields: UpdateResidentForm,
    toCall: ({ id, ...fields }) => ({ id, input: toResidentInput(fields) }),
  }),
  rotateToken: formAction(residentCalls.change, {
    fields: RotateTokenForm,
    toCall: ({ id }) => ({ id, input: { rotateToken: true as const } }),
  }),
  decidePhotos: formAction({
    input: DecidePhotosForm,
    guard: requireAdminStaff,
    run: ({ rt, actor, input: { id, ...decision } }) => decidePhotos(rt, actor, id, decision),
  }),
  tryImport: formAction({
    input: TryImportForm,
    guard: requireAdminStaff,
    run: async ({ rt, actor, input }) =>
      tryImport(rt, actor, 'residents', await input.file.bytes()),
  }),
  addAll: formAction({
    input: ImportForm,
    guard: requireAdminStaff,
    run: ({ rt, actor, input }) => importRoster(rt, actor, 'residents', input.csv),
  }),
};
