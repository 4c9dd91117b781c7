import { letterCalls } from '#domains/letter/letter.calls.ts';
import { endpoint } from '#server/endpoint.ts';

export const ALL = endpoint({ GET: letterCalls.read });
