import { secondStepCalls } from '#domains/account/second-step/second-step.calls.ts';
import { endpoint } from '#server/endpoint.ts';

export const ALL = endpoint({ DELETE: secondStepCalls.takeBack });
