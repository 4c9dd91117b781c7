import { z } from 'zod';
import {
  requireOwn,
  requirePersonal,
  requireSignedIn,
  requireStaff,
} from '#domains/account/session/guards.ts';
import { endOtherSessions } from '#domains/account/session/own-sessions.ts';
import { clearTokenCookies, setFuriganaCookie } from '#domains/account/session/cookies.ts';
import { accountCalls } from '#domains/account/account.calls.ts';
import { passkeyCalls } from '#domains/account/passkey/passkey.calls.ts';
import { NewPasskeyForm, PasskeyForm } from '#domains/account/passkey/passkey.ts';
import { removePasskey } from '#domains/account/passkey/passkeys.ts';
import { beginApp, renewRecoveryCodes } from '#domains/account/second-step/enrol.ts';
import { removeOwnApp } from '#domains/account/second-step/own-app.ts';
import { forgetBrowser } from '#domains/account/second-step/remembered.ts';
import { secondStepCalls } from '#domains/account/second-step/second-step.calls.ts';
import { staffHolder } from '#domains/account/holder.ts';
import { confirmSignIn } from '#domains/account/confirm/confirm.ts';
import type { ConfirmationInput } from '#domains/account/confirm/confirmation.ts';
import {
  ConfirmationForm,
  confirmationFields,
  confirmationIn,
  requireConfirmation,
} from '#domains/account/confirm/confirmation.ts';
import { requireFresh } from '#domains/account/confirm/fresh.ts';
import { clientOf } from '#domains/account/session/client.ts';
import { ownSessionCalls } from '#domains/account/session/own-sessions.calls.ts';
import type { Actor } from '#domains/account/session/session.ts';
import { startAnew } from '#domains/account/password/reset-password.ts';
import { staffCalls } from '#domains/account/staff.calls.ts';
import { ChangePasswordInput, IdForm, PersonInput } from '#domains/account/staff.ts';
import type { CallContext } from '#server/call.ts';
import type { Runtime } from '#server/runtime.ts';
import { formAction } from './form-action.ts';
import { rememberMailed } from './mailed.ts';

interface AskedByOwn {
  rt: Runtime;
  actor: Actor;
  context: CallContext;
}

const confirmBy = async ({ rt, actor, context }: AskedByOwn, given: ConfirmationInput) => {
  context.locals.actor = await confirmSignIn(rt, actor, given, clientOf(context));
};

/** Before what a stolen session must not do: the form itself may carry the confirmation. */
export async function requireConfirmed(
  asked: AskedByOwn,
  sent: z.output<typeof ConfirmationForm>,
): Promise<void> {
  const given = confirmationIn(sent);
  if (given) await confirmBy(asked, given);
  else requireFresh(asked.actor, asked.rt.clock);
}

export const me = {
  updateProfile: formAction(staffCalls.updateProfile, {
    fields: PersonInput,
    toCall: (input) => ({ input }),
  }),
  changePassword: formAction(staffCalls.updateProfile, {
    fields: z.object(ChangePasswordInput.shape),
    toCall: (input) => ({ input }),
  }),
  requestEmail: formAction(accountCalls.requestEmail, { done: rememberMailed }),
  confirm: formAction({
    input: ConfirmationForm,
    guard: requireOwn,
    run: ({ input, ...asked }) => confirmBy(asked, requireConfirmation(input)),
  }),
  furigana: formAction({
    input: z.object({ furigana: z.enum(['on', 'off']) }),
    guard: requireStaff,
    run: ({ input, context }) => setFuriganaCookie(context, input.furigana === 'on'),
  }),
  endSession: formAction(ownSessionCalls.endOne, { fields: IdForm, toCall: ({ id }) => ({ id }) }),
  endOtherSessions: formAction({
    input: z.object({}),
    guard: requireStaff,
    run: ({ rt, actor }) => endOtherSessions(rt, actor),
  }),
  makePasskey: formAction(passkeyCalls.make, {
    fields: NewPasskeyForm,
    toCall: (input) => ({ input }),
  }),
  removePasskey: formAction({
    input: z.object({ ...PasskeyForm.shape, ...confirmationFields }),
    guard: requirePersonal,
    run: async ({ input: { id, ...sent }, ...asked }) => {
      await requireConfirmed(asked, sent);
      await removePasskey(asked.rt, staffHolder(asked.actor), id);
    },
  }),
  beginApp: formAction({
    input: ConfirmationForm,
    guard: requirePersonal,
    run: async ({ input, ...asked }) => {
      await requireConfirmed(asked, input);
      await beginApp(asked.rt, staffHolder(asked.actor), asked.actor.email);
    },
  }),
  confirmApp: formAction(secondStepCalls.confirm, { done: ({ output }) => output }),
  renewCodes: formAction({
    input: ConfirmationForm,
    guard: requirePersonal,
    run: async ({ input, ...asked }) => {
      await requireConfirmed(asked, input);
      return { recoveryCodes: await renewRecoveryCodes(asked.rt, staffHolder(asked.actor)) };
    },
  }),
  removeApp: formAction({
    input: ConfirmationForm,
    guard: requirePersonal,
    run: async ({ input, ...asked }) => {
      await requireConfirmed(asked, input);
      await removeOwnApp(asked.rt, asked.actor);
    },
  }),
  forgetBrowser: formAction({
    input: IdForm,
    guard: requirePersonal,
    run: ({ rt, actor, input: { id } }) => forgetBrowser(rt, staffHolder(actor), id),
  }),
  startAnew: formAction({
    input: z.object({}),
    guard: requireSignedIn,
    run: async ({ rt, actor, context }) => {
      rememberMailed({ context, fields: { email: await startAnew(rt, actor) } });
      clearTokenCookies(context);
    },
  }),
};
