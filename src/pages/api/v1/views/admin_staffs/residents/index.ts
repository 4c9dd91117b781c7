import { residentCalls } from '#domains/people/resident.calls.ts';
import { endpoint } from '#server/endpoint.ts';

export const ALL = endpoint({ GET: residentCalls.list, POST: residentCalls.create });
