import { z } from 'zod';
import { requireAdminStaff } from '#domains/account/session/guards.ts';
import { anyone, asks, defineCall } from '#server/call.ts';
import { LineCodeInput } from './code.ts';
import { endLine } from './end-line.ts';
import { makeLineCode } from './join-codes.ts';
import { takeWebhook } from './webhook.ts';

const LineCodeOutput = z.object({ code: z.string(), url: z.string(), expiresAt: z.string() });

/** What clients and LINE may ask (contract.md#line). */
export const lineCalls = {
  makeCode: defineCall(asks.confirmation('LINEのコードを出す', 'family.line_code_made'), {
    summary: 'ご家族がLINEで受け取るための番号を作る',
    guard: requireAdminStaff,
    input: LineCodeInput,
    output: LineCodeOutput,
    status: 201,
    run: ({ rt, actor, id, input }) => makeLineCode(rt, actor, id, input.for),
  }),
  end: defineCall(asks.nothing('family.line_removed'), {
    summary: 'ご家族へのLINEでのお届けを終える',
    guard: requireAdminStaff,
    output: null,
    run: ({ rt, actor, id }) => endLine(rt, actor, id),
  }),
  webhook: defineCall(asks.nothing('family.line_joined', 'family.line_ended'), {
    summary: 'LINEからのできごとを受け取る',
    guard: anyone,
    output: z.object({}),
    run: async ({ rt, context: { request } }) => {
      const body = new Uint8Array(await request.arrayBuffer());
      await takeWebhook(rt, body, request.headers.get('x-line-signature'));
      return {};
    },
  }),
};
