import { familyCalls } from '#domains/people/family.calls.ts';
import { endpoint } from '#server/endpoint.ts';

export const ALL = endpoint({ GET: familyCalls.list, POST: familyCalls.add });
