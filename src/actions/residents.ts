import { decidePhotos } from '#features/resident/consent.service.ts';
import { chooseLastLetter } from '#features/resident/last-letter.service.ts';
import { importRoster, tryImport } from '#features/roster/import.service.ts';
import { residentCalls } from '#features/resident/resident.calls.ts';
import {
  DecidePhotosForm,
  LastLetterForm,
  LifeStateForm,
  OneResidentForm,
  ResidentForm,
  RotateTokenForm,
  UpdateResidentForm,
  toResidentInput,
} from '#features/resident/resident-form.ts';
import { ImportForm, TryImportForm } from '#features/roster/import-form.ts';
import { requireAdminStaff } from '#features/session/guards.ts';
import { changedFields } from '#lib/shown.ts';
import { formAction } from './form-action.ts';

/** Whoever is added by the form lives here. */
const HERE = { awaySince: null, leftOn: null, diedOn: null };

export const residents = {
  create: formAction(residentCalls.create, {
    fields: ResidentForm,
    toCall: (fields) => ({ input: { ...HERE, portrait: null, ...toResidentInput(fields) } }),
    done: ({ output }) => ({ id: output.resident.id }),
  }),
  update: formAction(residentCalls.change, {
    fields: UpdateResidentForm,
    toCall: ({ id, shown, ...fields }) => ({
      id,
      input: changedFields(toResidentInput(fields), shown),
    }),
  }),
  setState: formAction(residentCalls.change, {
    fields: LifeStateForm,
    toCall: ({ id, shown, ...days }) => ({ id, input: changedFields(days, shown) }),
  }),
  comeBack: formAction(residentCalls.change, {
    fields: OneResidentForm,
    toCall: ({ id }) => ({ id, input: { awaySince: null } }),
  }),
  takeBackDeath: formAction(residentCalls.change, {
    fields: OneResidentForm,
    toCall: ({ id }) => ({ id, input: { diedOn: null } }),
  }),
  chooseLastLetter: formAction({
    input: LastLetterForm,
    guard: requireAdminStaff,
    run: ({ rt, actor, input: { id, ...choice } }) => chooseLastLetter(rt, actor, id, choice),
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
  remove: formAction(residentCalls.remove, {
    fields: OneResidentForm,
    toCall: ({ id }) => ({ id }),
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
