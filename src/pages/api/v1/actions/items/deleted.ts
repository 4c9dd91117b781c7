import { readDeletedItems } from '#features/item/deleted-items.service.ts';
import { DeletedItemsPage, DeletedItemsQuery } from '#features/item/item.ts';
import { requireStaff } from '#features/session/guards.ts';
import { endpoint, method } from '#server/endpoint.ts';
import { runtime } from '#server/runtime.ts';

export const ALL = endpoint({
  GET: method({
    summary: '24時間以内に削除した写真（新しい順）',
    guard: requireStaff,
    query: DeletedItemsQuery,
    output: DeletedItemsPage,
    run: async ({ actor, query }) => readDeletedItems(await runtime(), actor, query.page),
  }),
});
