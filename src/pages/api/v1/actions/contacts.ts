import { contactCalls } from '#domains/operator/contact.calls.ts';
import { endpoint } from '#server/endpoint.ts';

export const ALL = endpoint({ POST: contactCalls.send });
