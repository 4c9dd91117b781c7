import { photoCalls } from '#features/photo/photo.calls.ts';
import { endpoint } from '#server/endpoint.ts';

export const ALL = endpoint({ POST: photoCalls.openSlot });
