import { sendTestMail } from '#domains/delivery/test-mail.ts';
import { lineCalls } from '#domains/line/line.calls.ts';
import { ConfirmAddressForm, confirmAddress } from '#domains/people/confirm-address.ts';
import { familyCalls } from '#domains/people/family.calls.ts';
import { addUnlessSame } from '#domains/people/add-unless-same.ts';
import { changeFamily } from '#domains/people/manage-families.ts';
import { FamilyForm, FamilyIdInput, NewFamilyForm, RenewLinkForm } from '#domains/people/family.ts';
import { CardsForm, toInvitationsQuery } from '#domains/paper/print/invitation-cards.ts';
import { addLineToCards } from '#domains/paper/print/read-invitations.ts';
import { importRoster, readWrongLines, tryImport } from '#domains/people/roster/import-roster.ts';
import { ImportForm, TryImportForm, toAnswers } from '#domains/people/roster/import-form.ts';
import { requireAdminStaff } from '#domains/account/session/guards.ts';
import { changedFields } from '#lib/shown.ts';
import { READS, asks } from '#server/call.ts';
import { byId, formAction } from './form-action.ts';

export const families = {
  add: formAction(asks.confirmation('お届け先に加える', 'family.added'), {
    input: NewFamilyForm,
    guard: requireAdminStaff,
    run: async ({ rt, actor, input }) => {
      const { family, isNew } = await addUnlessSame(rt, actor, input);
      return { residentId: family.residentId, first: isNew ? null : family.id };
    },
  }),
  change: formAction(asks.nothing('family.changed'), {
    input: FamilyForm,
    guard: requireAdminStaff,
    run: async ({ rt, actor, input: { id, shown, addressWasAnothers, keepLine, ...fields } }) => {
      const change = { ...changedFields(fields, shown), addressWasAnothers, keepLine };
      const { familyToken } = await changeFamily(rt, actor, id, change, { asks: true });
      return { familyToken };
    },
  }),
  confirmAddress: formAction(asks.nothing('family.address_confirmed'), {
    input: ConfirmAddressForm,
    guard: requireAdminStaff,
    run: ({ rt, actor, input }) => confirmAddress(rt, actor, input),
  }),
  sendTest: formAction(asks.nothing('delivery.test_sent'), {
    input: FamilyIdInput,
    guard: requireAdminStaff,
    run: async ({ rt, actor, input }) => ({ email: await sendTestMail(rt, actor, input.id) }),
  }),
  renewLink: formAction(asks.nothing('family.link_renewed'), {
    input: RenewLinkForm,
    guard: requireAdminStaff,
    run: async ({ rt, actor, input: { id, keepLine } }) => {
      await changeFamily(rt, actor, id, { rotateToken: true, keepLine }, { asks: true });
    },
  }),
  makeCardCodes: formAction(asks.confirmation('LINEのコードを入れる', 'family.line_cards_made'), {
    input: CardsForm,
    guard: requireAdminStaff,
    run: ({ rt, actor, input }) => addLineToCards(rt, actor, toInvitationsQuery(input)),
  }),
  makeLineCode: formAction(lineCalls.makeCode, {
    fields: FamilyIdInput,
    toCall: ({ id }) => ({ id, input: { for: 'page' as const } }),
    done: ({ output: { url, expiresAt } }) => ({ url, expiresAt }),
  }),
  endLine: formAction(lineCalls.end, byId(FamilyIdInput)),
  tryImport: formAction(asks.nothing(READS), {
    input: TryImportForm,
    guard: requireAdminStaff,
    run: async ({ rt, actor, input }) => tryImport(rt, actor, 'families', await input.file.bytes()),
  }),
  addAll: formAction(asks.confirmation('一覧を取り込む', 'family.imported', 'resident.imported'), {
    input: ImportForm,
    guard: requireAdminStaff,
    run: ({ rt, actor, input }) => importRoster(rt, actor, 'families', input.csv, toAnswers(input)),
  }),
  wrongLines: formAction(asks.nothing(READS), {
    input: ImportForm,
    guard: requireAdminStaff,
    run: ({ rt, actor, input }) => readWrongLines(rt, actor, 'families', input.csv),
  }),
  remove: formAction(familyCalls.remove, byId(FamilyIdInput)),
};
