import { familyCalls } from '#domains/people/family.calls.ts';
import { endpoint } from '#server/endpoint.ts';

export const ALL = endpoint({ PATCH: familyCalls.change, DELETE: familyCalls.remove });
