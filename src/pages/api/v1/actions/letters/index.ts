import { adminLetterCalls } from '#features/letter/admin-letter.calls.ts';
import { endpoint } from '#server/endpoint.ts';

export const ALL = endpoint({ GET: adminLetterCalls.list, POST: adminLetterCalls.create });
