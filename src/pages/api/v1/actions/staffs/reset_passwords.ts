import { accountCalls } from '#domains/account/account.calls.ts';
import { endpoint } from '#server/endpoint.ts';

export const ALL = endpoint({
  GET: accountCalls.checkPasswordToken,
  POST: accountCalls.requestPassword,
  PATCH: accountCalls.resetPassword,
});
