import { sharedDeviceCalls } from '#domains/account/shared-device/shared-device.calls.ts';
import { endpoint } from '#server/endpoint.ts';

export const ALL = endpoint({ POST: sharedDeviceCalls.issuePins });
