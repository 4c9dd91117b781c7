import { z } from 'zod';
import { READS, anyone, asks, defineCall } from '#server/call.ts';
import type { Endpoint } from '#server/endpoint.ts';
import { endpoint } from '#server/endpoint.ts';
import { publishedContract } from '#entry/contract.ts';

export const ALL: Endpoint = endpoint({
  GET: defineCall(asks.nothing(READS), {
    summary: 'この API の説明（OpenAPI 3.1）',
    guard: anyone,
    output: z.looseObject({ openapi: z.string() }),
    run: () => publishedContract(),
  }),
});
