import { moveItem } from '#features/item/item.service.ts';
import { ItemOutput, PlaceInput } from '#features/item/item.ts';
import { requireStaff } from '#features/session/guards.ts';
import { endpoint, idOf, method } from '#server/endpoint.ts';
import { runtime } from '#server/runtime.ts';

export const ALL = endpoint({
  PATCH: method({
    summary: '写真を別の方へ移す',
    guard: requireStaff,
    body: PlaceInput,
    output: ItemOutput,
    run: async ({ actor, body, context }) => ({
      item: await moveItem(await runtime(), actor, idOf(context), body.residentId),
    }),
  }),
});
