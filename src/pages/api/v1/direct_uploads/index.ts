import { photoCalls } from '#domains/photo/photo.calls.ts';
import { endpoint } from '#server/endpoint.ts';

export const ALL = endpoint({ POST: photoCalls.openSlot });
