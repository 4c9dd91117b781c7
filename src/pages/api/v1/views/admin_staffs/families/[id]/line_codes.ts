import { lineCalls } from '#domains/line/line.calls.ts';
import { endpoint } from '#server/endpoint.ts';

export const ALL = endpoint({ POST: lineCalls.makeCode });
