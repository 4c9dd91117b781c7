import { restoreItem } from '#features/item/item.service.ts';
import { ItemOutput } from '#features/item/item.ts';
import { requireStaff } from '#features/session/guards.ts';
import { endpoint, idOf, method } from '#server/endpoint.ts';
import { runtime } from '#server/runtime.ts';

export const ALL = endpoint({
  POST: method({
    summary: '削除した写真を24時間以内に戻す',
    guard: requireStaff,
    output: ItemOutput,
    run: async ({ actor, context }) => ({
      item: await restoreItem(await runtime(), actor, idOf(context)),
    }),
  }),
});
