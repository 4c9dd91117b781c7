import { PasskeyLoginForm } from '#domains/account/passkey/passkey.ts';
import { SecondStepFields, toSecondStep } from '#domains/account/second-step/second-step.ts';
import { sessionCalls } from '#domains/account/session/session.calls.ts';
import { asInput, formAction } from './form-action.ts';

export const session = {
  login: formAction(sessionCalls.login),
  loginByPasskey: formAction(sessionCalls.loginByPasskey, asInput(PasskeyLoginForm)),
  secondStep: formAction(sessionCalls.secondStep, {
    fields: SecondStepFields,
    toCall: (fields) => ({ input: toSecondStep(fields) }),
  }),
  logout: formAction(sessionCalls.logout),
};
