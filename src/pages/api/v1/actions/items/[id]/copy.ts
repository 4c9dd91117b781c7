import { copyItem } from '#features/item/item.service.ts';
import { ItemOutput, PlaceInput } from '#features/item/item.ts';
import { requireStaff } from '#features/session/guards.ts';
import { endpoint, idOf, method } from '#server/endpoint.ts';
import { runtime } from '#server/runtime.ts';

export const ALL = endpoint({
  POST: method({
    summary: '写真を別の方へコピーする',
    guard: requireStaff,
    body: PlaceInput,
    output: ItemOutput,
    status: 201,
    run: async ({ actor, body, context }) => ({
      item: await copyItem(await runtime(), actor, idOf(context), body.residentId),
    }),
  }),
});
