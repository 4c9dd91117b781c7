import { accountCalls } from '#features/staff/account.calls.ts';
import { endpoint } from '#server/endpoint.ts';

export const ALL = endpoint({ POST: accountCalls.resend, GET: accountCalls.readConfirmation });
