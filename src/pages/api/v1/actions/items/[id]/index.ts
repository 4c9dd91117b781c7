import { readItem } from '#features/item/item-list.service.ts';
import { changeItem, deleteItem } from '#features/item/item.service.ts';
import { ItemOutput, UpdateItemInput } from '#features/item/item.ts';
import { requireStaff } from '#features/session/guards.ts';
import { endpoint, idOf, method } from '#server/endpoint.ts';
import { runtime } from '#server/runtime.ts';

export const ALL = endpoint({
  GET: method({
    summary: '写真',
    guard: requireStaff,
    output: ItemOutput,
    run: async ({ actor, context }) => ({
      item: await readItem(await runtime(), actor, idOf(context)),
    }),
  }),
  PATCH: method({
    summary: '写真の日付や説明を変える',
    guard: requireStaff,
    body: UpdateItemInput,
    output: ItemOutput,
    run: async ({ actor, body, context }) => ({
      item: await changeItem(await runtime(), actor, idOf(context), body),
    }),
  }),
  DELETE: method({
    summary: '写真を削除する',
    guard: requireStaff,
    output: null,
    run: async ({ actor, context }) => deleteItem(await runtime(), actor, idOf(context)),
  }),
});
