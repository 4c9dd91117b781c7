import { handoverCalls } from '#features/handover/handover.calls.ts';
import { endpoint } from '#server/endpoint.ts';

export const ALL = endpoint({ PUT: handoverCalls.save });
