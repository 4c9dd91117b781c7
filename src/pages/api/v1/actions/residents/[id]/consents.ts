import { consentCalls } from '#domains/people/consent-records/consent.calls.ts';
import { endpoint } from '#server/endpoint.ts';

export const ALL = endpoint({ GET: consentCalls.list, POST: consentCalls.add });
