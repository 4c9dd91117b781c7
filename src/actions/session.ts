import { sessionCalls } from '#domains/account/session/session.calls.ts';
import { formAction } from './form-action.ts';

export const session = {
  login: formAction(sessionCalls.login),
  logout: formAction(sessionCalls.logout),
};
