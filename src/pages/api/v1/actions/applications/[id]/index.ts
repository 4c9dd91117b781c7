import { joiningCalls } from '#domains/people/joining/joining.calls.ts';
import { endpoint } from '#server/endpoint.ts';

export const ALL = endpoint({ DELETE: joiningCalls.refuse });
