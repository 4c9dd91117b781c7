import { addressCalls } from '#domains/facility/address.calls.ts';
import { endpoint } from '#server/endpoint.ts';

export const ALL = endpoint({ GET: addressCalls.find });
