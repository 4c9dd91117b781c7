import { decidePhotos } from '#features/resident/consent.service.ts';
import { importResidents, tryImport } from '#features/resident/import.service.ts';
import { residentCalls } from '#features/resident/resident.calls.ts';
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
    run: async ({ rt, actor, input }) => tryImport(rt, actor, await input.file.bytes()),
  }),
  addAll: formAction({
    input: ImportForm,
    guard: requireAdminStaff,
    run: ({ rt, actor, input }) => importResidents(rt, actor, input.csv),
  }),
};
