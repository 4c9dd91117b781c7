import { accountCalls } from '#domains/account/account.calls.ts';
import { formAction } from './form-action.ts';
import { rememberMailed } from './mailed.ts';

export const staffs = {
  signUp: formAction(accountCalls.signUp, { done: rememberMailed }),
  resend: formAction(accountCalls.resend, { done: rememberMailed }),
  complete: formAction(accountCalls.complete),
  requestPassword: formAction(accountCalls.requestPassword, { done: rememberMailed }),
  resetPassword: formAction(accountCalls.resetPassword),
  confirmEmail: formAction(accountCalls.confirmEmail, { done: ({ output }) => output }),
};
