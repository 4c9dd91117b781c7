import { readCounts, readItem, readItems } from '#domains/item/list-items.ts';
import { copyItem, moveItem } from '#domains/item/item-place.ts';
import { createItem } from '#domains/item/create-items.ts';
import {
  CountsQuery,
  CreateItemInput,
  ItemsQuery,
  PlaceInput,
  RestoreInput,
  UpdateItemInput,
} from '#domains/item/item.ts';
import { changeAndTell, deleteAndTell, restoreTogether } from '#domains/item/together.ts';
import type { Actor } from '#domains/account/session/session.ts';
import { restoreItem } from '#domains/item/delete-items.ts';
import { paths } from '#lib/paths.ts';
import { errorResponse } from '#server/endpoint.ts';
import { parseInput } from '#server/parse-input.ts';
import type { Runtime } from '#server/runtime.ts';

export type Fetch = (path: string, init: RequestInit) => Promise<Response>;

const ITEM = new RegExp(`^${paths.api.item('([^/]+)')}(?:/(move|copy|restore))?$`);

/** Photo calls, answered by the real services without a server. */
export const inProcessApi =
  (rt: Runtime, actor: Actor): Fetch =>
  async (path, { method, body }) => {
    const { pathname, searchParams } = new URL(path, 'http://127.0.0.1');
    const query = Object.fromEntries(searchParams);
    const input: unknown = typeof body === 'string' ? JSON.parse(body) : {};
    const [, id = '', verb = ''] = ITEM.exec(pathname) ?? [];
    const place = () => parseInput(PlaceInput, input).residentId;
    const calls: Record<string, () => Promise<unknown>> = {
      [`GET ${paths.api.items}`]: () => readItems(rt, actor, ItemsQuery.parse(query)),
      [`GET ${paths.api.counts}`]: () => readCounts(rt, actor, CountsQuery.parse(query).yearMonth),
      [`POST ${paths.api.items}`]: () =>
        itemOf(createItem(rt, actor, parseInput(CreateItemInput, input))),
      [`GET ${paths.api.item(id)}`]: () => itemOf(readItem(rt, actor, id)),
      [`PATCH ${paths.api.item(id)}`]: () =>
        changeAndTell(rt, actor, id, parseInput(UpdateItemInput, input)),
      [`DELETE ${paths.api.item(id)}`]: () =>
        deleteAndTell(rt, actor, id, { together: query['together'] === 'true' }),
      [`POST ${paths.api.restoreItem(id)}`]: async () => {
        const { together, deletedSince } = parseInput(RestoreInput, input);
        return together
          ? { items: await restoreTogether(rt, actor, id, { deletedSince }) }
          : itemOf(restoreItem(rt, actor, id));
      },
      [`PATCH ${paths.api.moveItem(id)}`]: () => moveItem(rt, actor, id, place()),
      [`POST ${paths.api.copyItem(id)}`]: () => itemOf(copyItem(rt, actor, id, place())),
    };
    try {
      const run = calls[`${method ?? 'GET'} ${pathname}`];
      if (!run) throw new Error(`no such call here: ${method} ${path} ${verb}`);
      return Response.json((await run()) ?? null);
    } catch (error) {
      return errorResponse(error);
    }
  };

const itemOf = async <T>(item: Promise<T>): Promise<{ item: T }> => ({ item: await item });
