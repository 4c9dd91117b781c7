import { checkCalls } from '#domains/letter/check/check.calls.ts';
import { endpoint } from '#server/endpoint.ts';

export const ALL = endpoint({ PUT: checkCalls.save });
