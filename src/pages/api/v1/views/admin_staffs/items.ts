import { readCounts } from '#features/item/item-list.service.ts';
import { CountsOutput, CountsQuery } from '#features/item/item.ts';
import { requireStaff } from '#features/session/guards.ts';
import { endpoint, method } from '#server/endpoint.ts';
import { runtime } from '#server/runtime.ts';

export const ALL = endpoint({
  GET: method({
    summary: '写真の枚数',
    guard: requireStaff,
    query: CountsQuery,
    output: CountsOutput,
    run: async ({ actor, query }) => readCounts(await runtime(), actor, query.yearMonth),
  }),
});
