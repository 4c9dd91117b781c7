import { ownSessionCalls } from '#domains/account/session/signed-in-devices.calls.ts';
import { endpoint } from '#server/endpoint.ts';

export const ALL = endpoint({ POST: ownSessionCalls.confirm });
