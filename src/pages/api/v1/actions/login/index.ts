import { sessionCalls } from '#domains/account/session/session.calls.ts';
import { endpoint } from '#server/endpoint.ts';

export const ALL = endpoint({ POST: sessionCalls.login });
