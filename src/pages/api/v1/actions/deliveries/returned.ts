import { returnedCalls } from '#domains/delivery/returned/returned.calls.ts';
import { endpoint } from '#server/endpoint.ts';

export const ALL = endpoint({ GET: returnedCalls.list });
