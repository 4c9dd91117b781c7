import { handoverCalls } from '#domains/delivery/handover.calls.ts';
import { endpoint } from '#server/endpoint.ts';

export const ALL = endpoint({ PUT: handoverCalls.saveLast });
