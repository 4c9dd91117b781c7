import { itemCalls } from '#domains/item/item.calls.ts';
import { endpoint } from '#server/endpoint.ts';

export const ALL = endpoint({ PUT: itemCalls.namePeople });
