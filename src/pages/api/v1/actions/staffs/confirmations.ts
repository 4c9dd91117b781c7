import { accountCalls } from '#domains/account/account.calls.ts';
import { endpoint } from '#server/endpoint.ts';

export const ALL = endpoint({ POST: accountCalls.resend, GET: accountCalls.readConfirmation });
