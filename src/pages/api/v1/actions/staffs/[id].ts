import { staffCalls } from '#domains/account/staff.calls.ts';
import { endpoint } from '#server/endpoint.ts';

export const ALL = endpoint({ PATCH: staffCalls.changeRole, DELETE: staffCalls.remove });
