import { replyCalls } from '#domains/delivery/replies/reply.calls.ts';
import { endpoint } from '#server/endpoint.ts';

export const ALL = endpoint({ PUT: replyCalls.save, DELETE: replyCalls.remove });
