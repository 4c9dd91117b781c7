import { noteCalls } from '#domains/letter/note/note.calls.ts';
import { endpoint } from '#server/endpoint.ts';

export const ALL = endpoint({ GET: noteCalls.read, PUT: noteCalls.save });
