import { residentCalls } from '#domains/people/resident.calls.ts';
import { endpoint } from '#server/endpoint.ts';

export const ALL = endpoint({ GET: residentCalls.listShort, POST: residentCalls.create });
