import { answerCalls } from '#domains/letter/answer/answer.calls.ts';
import { endpoint } from '#server/endpoint.ts';

export const ALL = endpoint({ GET: answerCalls.list });
