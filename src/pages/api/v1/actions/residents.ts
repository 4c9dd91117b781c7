import { residentCalls } from '#features/resident/resident.calls.ts';
import { endpoint } from '#server/endpoint.ts';

export const ALL = endpoint({ GET: residentCalls.listShort, POST: residentCalls.create });
