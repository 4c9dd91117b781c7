import { sendTestMail } from '#domains/delivery/delivery-mail.ts';
import { lineCalls } from '#domains/line/line.calls.ts';
import { familyCalls } from '#domains/people/family.calls.ts';
import { FamilyForm, FamilyIdInput } from '#domains/people/family.ts';
import { importRoster, readWrongLines, tryImport } from '#domains/people/roster/import-roster.ts';
import { ImportForm, TryImportForm } from '#domains/people/roster/import-form.ts';
import { requireAdminStaff } from '#domains/account/session/guards.ts';
import { changedFields } from '#lib/shown.ts';
import { formAction } from './form-action.ts';

export const families = {
  add: formAction(familyCalls.add, {
    done: ({ output }) => ({ residentId: output.family.residentId }),
  }),
  change: formAction(familyCalls.change, {
    fields: FamilyForm,
    toCall: ({ id, shown, ...fields }) => ({ id, input: changedFields(fields, shown) }),
    done: ({ output }) => ({ familyToken: output.family.familyToken }),
  }),
  sendTest: formAction({
    input: FamilyIdInput,
    guard: requireAdminStaff,
    run: async ({ rt, actor, input }) => ({ email: await sendTestMail(rt, actor, input.id) }),
  }),
  renewLink: formAction(familyCalls.change, {
    fields: FamilyIdInput,
    toCall: ({ id }) => ({ id, input: { rotateToken: true as const } }),
  }),
  makeLineCode: formAction(lineCalls.makeCode, {
    fields: FamilyIdInput,
    toCall: ({ id }) => ({ id, input: { for: 'page' as const } }),
    done: ({ output: { url, expiresAt } }) => ({ url, expiresAt }),
  }),
  endLine: formAction(lineCalls.end, { fields: FamilyIdInput, toCall: ({ id }) => ({ id }) }),
  tryImport: formAction({
    input: TryImportForm,
    guard: requireAdminStaff,
    run: async ({ rt, actor, input }) => tryImport(rt, actor, 'families', await input.file.bytes()),
  }),
  addAll: formAction({
    input: ImportForm,
    guard: requireAdminStaff,
    run: ({ rt, actor, input }) => importRoster(rt, actor, 'families', input.csv, input.skipsWrong),
  }),
  wrongLines: formAction({
    input: ImportForm,
    guard: requireAdminStaff,
    run: ({ rt, actor, input }) => readWrongLines(rt, actor, 'families', input.csv),
  }),
  remove: formAction(familyCalls.remove, { fields: FamilyIdInput, toCall: ({ id }) => ({ id }) }),
};
