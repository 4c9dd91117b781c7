import { readItems } from '#features/item/item-list.service.ts';
import { createItem } from '#features/item/item.service.ts';
import { CreateItemInput, ItemOutput, ItemsPage, ItemsQuery } from '#features/item/item.ts';
import { requireStaff } from '#features/session/guards.ts';
import { endpoint, method } from '#server/endpoint.ts';
import { runtime } from '#server/runtime.ts';

export const ALL = endpoint({
  GET: method({
    summary: '写真の一覧',
    guard: requireStaff,
    query: ItemsQuery,
    output: ItemsPage,
    run: async ({ actor, query }) => readItems(await runtime(), actor, query),
  }),
  POST: method({
    summary: '写真を加える',
    guard: requireStaff,
    body: CreateItemInput,
    output: ItemOutput,
    status: 201,
    run: async ({ actor, body }) => ({ item: await createItem(await runtime(), actor, body) }),
  }),
});
