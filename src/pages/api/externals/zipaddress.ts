import { addressCalls } from '#features/address/address.calls.ts';
import { endpoint } from '#server/endpoint.ts';

export const ALL = endpoint({ GET: addressCalls.find });
