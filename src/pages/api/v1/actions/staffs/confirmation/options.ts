import { ownSessionCalls } from '#domains/account/session/own-sessions.calls.ts';
import { endpoint } from '#server/endpoint.ts';

export const ALL = endpoint({ POST: ownSessionCalls.confirmOptions });
