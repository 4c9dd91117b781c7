import { z } from 'zod';
import { requirePersonal, requireSignedIn, requireStaff } from '#domains/account/session/guards.ts';
import { clearTokenCookies, setFuriganaCookie } from '#domains/account/session/session-cookies.ts';
import { accountCalls } from '#domains/account/account.calls.ts';
import { passkeyCalls } from '#domains/account/passkey/passkey.calls.ts';
import { NewPasskeyForm, PasskeyForm } from '#domains/account/passkey/passkey.ts';
import { forgetBrowser } from '#domains/account/second-step/remembered.ts';
import { secondStepCalls } from '#domains/account/second-step/second-step.calls.ts';
import { staffHolder } from '#domains/account/holder.ts';
import { ownSessionCalls } from '#domains/account/session/signed-in-devices.calls.ts';
import { startAnew } from '#domains/account/password/reset-password.ts';
import { staffCalls } from '#domains/account/staff.calls.ts';
import { ChangePasswordInput, IdForm, PersonInput } from '#domains/account/staff.ts';
import { asks, silent } from '#server/call.ts';
import { asInput, byId, formAction } from './form-action.ts';
import { rememberMailed } from './mailed.ts';

export const me = {
  updateProfile: formAction(staffCalls.updateProfile, asInput(PersonInput)),
  changePassword: formAction(
    staffCalls.updateProfile,
    asInput(z.object(ChangePasswordInput.shape)),
  ),
  requestEmail: formAction(accountCalls.requestEmail, { done: rememberMailed }),
  furigana: formAction(asks.nothing(silent('changes how this browser shows pages')), {
    input: z.object({ furigana: z.enum(['on', 'off']) }),
    guard: requireStaff,
    run: ({ input, context }) => setFuriganaCookie(context, input.furigana === 'on'),
  }),
  endSession: formAction(ownSessionCalls.endOne, byId(IdForm)),
  endOtherSessions: formAction(ownSessionCalls.endOthers),
  makePasskey: formAction(passkeyCalls.make, asInput(NewPasskeyForm)),
  removePasskey: formAction(passkeyCalls.remove, byId(PasskeyForm)),
  beginApp: formAction(secondStepCalls.begin),
  confirmApp: formAction(secondStepCalls.confirm, { done: ({ output }) => output }),
  renewCodes: formAction(secondStepCalls.renewCodes, { done: ({ output }) => output }),
  removeApp: formAction(secondStepCalls.remove),
  forgetBrowser: formAction(asks.confirmation('次からたずねる', silent('the next sign-in asks')), {
    input: IdForm,
    guard: requirePersonal,
    run: ({ rt, actor, input: { id } }) => forgetBrowser(rt, staffHolder(actor), id),
  }),
  startAnew: formAction(asks.confirmation('すべてログアウトする', 'session.all_ended'), {
    guard: requireSignedIn,
    run: async ({ rt, actor, context }) => {
      rememberMailed({ context, fields: { email: await startAnew(rt, actor) } });
      clearTokenCookies(context);
    },
  }),
};
