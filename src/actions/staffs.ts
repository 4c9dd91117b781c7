import { accountCalls } from '#domains/account/account.calls.ts';
import { PasskeyLoginForm } from '#domains/account/passkey/passkey.ts';
import { SecondStepFields, toSecondStep } from '#domains/account/second-step/second-step.ts';
import { sessionCalls } from '#domains/account/session/session.calls.ts';
import { asInput, formAction } from './form-action.ts';
import { rememberMailed } from './mailed.ts';

export const staffs = {
  signUp: formAction(accountCalls.signUp, { done: rememberMailed }),
  resend: formAction(accountCalls.resend, { done: rememberMailed }),
  complete: formAction(accountCalls.complete),
  requestPassword: formAction(accountCalls.requestPassword, { done: rememberMailed }),
  resetPassword: formAction(accountCalls.resetPassword),
  confirmEmail: formAction(accountCalls.confirmEmail, { done: ({ output }) => output }),
};

export const session = {
  login: formAction(sessionCalls.login),
  loginByPasskey: formAction(sessionCalls.loginByPasskey, asInput(PasskeyLoginForm)),
  secondStep: formAction(sessionCalls.secondStep, {
    fields: SecondStepFields,
    toCall: (fields) => ({ input: toSecondStep(fields) }),
  }),
  logout: formAction(sessionCalls.logout),
};
