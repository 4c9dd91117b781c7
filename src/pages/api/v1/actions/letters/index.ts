import { adminLetterCalls } from '#domains/letter/desk/admin-letter.calls.ts';
import { endpoint } from '#server/endpoint.ts';

export const ALL = endpoint({ GET: adminLetterCalls.list, POST: adminLetterCalls.create });
