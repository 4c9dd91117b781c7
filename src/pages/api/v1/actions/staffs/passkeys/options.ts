import { passkeyCalls } from '#domains/account/passkey/passkey.calls.ts';
import { endpoint } from '#server/endpoint.ts';

export const ALL = endpoint({ POST: passkeyCalls.options });
