import { decidePhotos } from '#domains/item/decide-on-photos.ts';
import { updateResident } from '#domains/people/change-resident.ts';
import { chooseLastLetter } from '#domains/people/choose-last-letter.ts';
import { importRoster, readWrongLines, tryImport } from '#domains/people/roster/import-roster.ts';
import { ReadingsForm, saveReadings } from '#domains/people/readings.ts';
import { residentCalls } from '#domains/people/resident.calls.ts';
import {
  DecidePhotosForm,
  HasFamilyForm,
  LastLetterForm,
  LifeStateForm,
  OneResidentForm,
  NewResidentForm,
  RotateTokenForm,
  UpdateResidentForm,
  toNewResident,
  toResidentInput,
} from '#domains/people/resident-form.ts';
import { ImportForm, TryImportForm, toAnswers } from '#domains/people/roster/import-form.ts';
import { requireAdminStaff } from '#domains/account/session/guards.ts';
import { changedFields } from '#lib/shown.ts';
import { READS, asks } from '#server/call.ts';
import { byId, formAction } from './form-action.ts';

export const residents = {
  create: formAction(residentCalls.create, {
    fields: NewResidentForm,
    toCall: (fields) => ({ input: toNewResident(fields) }),
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
  setFamilies: formAction(residentCalls.change, {
    fields: HasFamilyForm,
    toCall: ({ id, hasNoFamily }) => ({ id, input: { hasNoFamily } }),
  }),
  comeBack: formAction(residentCalls.change, {
    fields: OneResidentForm,
    toCall: ({ id }) => ({ id, input: { awaySince: null } }),
  }),
  takeBackDeath: formAction(residentCalls.change, {
    fields: OneResidentForm,
    toCall: ({ id }) => ({ id, input: { diedOn: null } }),
  }),
  chooseLastLetter: formAction(asks.nothing('resident.last_letter_chosen'), {
    input: LastLetterForm,
    guard: requireAdminStaff,
    run: ({ rt, actor, input: { id, ...choice } }) => chooseLastLetter(rt, actor, id, choice),
  }),
  rotateToken: formAction(asks.nothing('resident.token_rotated'), {
    input: RotateTokenForm,
    guard: requireAdminStaff,
    run: async ({ rt, actor, input: { id, keepLine } }) => {
      await updateResident(rt, actor, id, { rotateToken: true, keepLine }, { asks: true });
    },
  }),
  decidePhotos: formAction(asks.nothing('resident.photos_decided'), {
    input: DecidePhotosForm,
    guard: requireAdminStaff,
    run: ({ rt, actor, input: { id, ...decision } }) => decidePhotos(rt, actor, id, decision),
  }),
  saveReadings: formAction(asks.nothing('resident.changed'), {
    input: ReadingsForm,
    guard: requireAdminStaff,
    run: async ({ rt, actor, input }) => ({ count: await saveReadings(rt, actor, input) }),
  }),
  remove: formAction(residentCalls.remove, byId(OneResidentForm)),
  tryImport: formAction(asks.nothing(READS), {
    input: TryImportForm,
    guard: requireAdminStaff,
    run: async ({ rt, actor, input }) =>
      tryImport(rt, actor, 'residents', await input.file.bytes()),
  }),
  addAll: formAction(asks.confirmation('一覧を取り込む', 'resident.imported'), {
    input: ImportForm,
    guard: requireAdminStaff,
    run: ({ rt, actor, input }) =>
      importRoster(rt, actor, 'residents', input.csv, toAnswers(input)),
  }),
  wrongLines: formAction(asks.nothing(READS), {
    input: ImportForm,
    guard: requireAdminStaff,
    run: ({ rt, actor, input }) => readWrongLines(rt, actor, 'residents', input.csv),
  }),
};
