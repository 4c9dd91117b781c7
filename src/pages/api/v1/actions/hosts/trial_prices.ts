import { hostCalls } from '#domains/account/host.calls.ts';
import { endpoint } from '#server/endpoint.ts';

export const ALL = endpoint({ PATCH: hostCalls.startTrial });
