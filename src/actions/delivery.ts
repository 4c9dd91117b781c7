import { z } from 'zod';
import { requireAdminStaff } from '#domains/account/session/guards.ts';
import { saveDeliverySettings } from '#domains/delivery/change-settings.ts';
import { sendOwnLetter } from '#domains/delivery/own-letter.ts';
import { sendLetter, sendLetters } from '#domains/delivery/send-on-request.ts';
import { SendLetterInput, SendLettersInput } from '#domains/delivery/states.ts';
import { DeliverySettingsInput } from '#domains/facility/delivery-settings.ts';
import { FailedMailInput } from '#domains/mail/failed-mails.ts';
import { dismissFailedMail, retryFailedMail } from '#domains/mail/retry-mails.ts';
import { changedFields, Shown } from '#lib/shown.ts';
import { asks } from '#server/call.ts';
import { formAction } from './form-action.ts';

/** A ticked checkbox arrives as `on`, an unticked one not at all. */
const ticked = z.preprocess((value) => value === 'on', z.boolean());

export const delivery = {
  saveSettings: formAction(asks.nothing('delivery.settings_changed'), {
    input: z.object({
      ...DeliverySettingsInput.shape,
      mailEnabled: ticked,
      earlyLook: ticked,
      takesAnswers: ticked,
      shown: Shown,
    }),
    guard: requireAdminStaff,
    run: ({ rt, actor, input: { shown, ...fields } }) =>
      saveDeliverySettings(rt, actor, changedFields(fields, shown)),
  }),
  sendToMyself: formAction(asks.nothing('delivery.own_sent'), {
    guard: requireAdminStaff,
    run: async ({ rt, actor }) => ({ email: await sendOwnLetter(rt, actor) }),
  }),
  sendLetter: formAction(asks.nothing('delivery.sent_by_hand'), {
    input: SendLetterInput,
    guard: requireAdminStaff,
    run: ({ rt, actor, input }) => sendLetter(rt, actor, input),
  }),
  sendLetters: formAction(asks.nothing('delivery.sent_by_hand'), {
    input: SendLettersInput,
    guard: requireAdminStaff,
    run: async ({ rt, actor, input }) => ({ count: await sendLetters(rt, actor, input) }),
  }),
};

export const mails = {
  retryFailed: formAction(asks.nothing('mail.retried'), {
    input: FailedMailInput,
    guard: requireAdminStaff,
    run: ({ rt, actor, input }) => retryFailedMail(rt, actor, input.id),
  }),
  dismissFailed: formAction(asks.nothing('mail.dismissed'), {
    input: FailedMailInput,
    guard: requireAdminStaff,
    run: ({ rt, actor, input }) => dismissFailedMail(rt, actor, input.id),
  }),
};
