import { requireStaff } from '#domains/account/session/guards.ts';
import { asks, defineCall, READS } from '#server/call.ts';
import { changeItem } from './change-items.ts';
import { createItems } from './create-items.ts';
import { deleteItem, restoreItem } from './delete-items.ts';
import { readDeletedItems } from './deleted-items.ts';
import { copyItems, moveItem } from './item-place.ts';
import { readItemWithPeople } from './item-people.ts';
import type { Created, Item } from './item.ts';
import {
  ChangedOutput,
  CopyInput,
  CountsOutput,
  CountsQuery,
  CreateItemInput,
  CreatedOutput,
  DeleteInput,
  DeletedItemsPage,
  DeletedItemsQuery,
  DeletedOutput,
  ItemWithPeopleOutput,
  ItemsPage,
  MovedOutput,
  ItemsQuery,
  PeopleInput,
  PlaceInput,
  RestoreInput,
  RestoredOutput,
  UpdateItemInput,
  chosenPlaces,
} from './item.ts';
import { readCounts, readItems } from './list-items.ts';
import { namePeople } from './name-people.ts';
import { changeAndTell, deleteAndTell, restoreTogether } from './together.ts';

/** One item for one place, a list for several residents. */
function created({ residentIds }: { residentIds?: string[] | undefined }, items: Item[]): Created {
  const [item] = items;
  return residentIds || !item ? { items } : { item };
}

/** Each also of all who have the photo, together. */
const CHANGE = asks.nothing(
  'photo.answered',
  'photo.captioned',
  'photo.dated',
  'photo.left_out',
  'photo.let_in',
  'photo.ordered',
  'photo.put_aside',
  'photo.turned',
);

/** What clients may ask of photos (contract.md#items). */
export const itemCalls = {
  list: defineCall(asks.nothing(READS), {
    summary: '写真の一覧',
    guard: requireStaff,
    input: ItemsQuery,
    output: ItemsPage,
    run: ({ rt, actor, input }) => readItems(rt, actor, input),
  }),
  count: defineCall(asks.nothing(READS), {
    summary: '写真の枚数',
    guard: requireStaff,
    input: CountsQuery,
    output: CountsOutput,
    run: ({ rt, actor, input }) => readCounts(rt, actor, input.yearMonth),
  }),
  listDeleted: defineCall(asks.nothing(READS), {
    summary: '24時間以内に削除した写真（新しい順）',
    guard: requireStaff,
    input: DeletedItemsQuery,
    output: DeletedItemsPage,
    run: ({ rt, actor, input }) => readDeletedItems(rt, actor, input.page),
  }),
  read: defineCall(asks.nothing(READS), {
    summary: '写真',
    guard: requireStaff,
    output: ItemWithPeopleOutput,
    run: async ({ rt, actor, id }) => ({ item: await readItemWithPeople(rt, actor, id) }),
  }),
  create: defineCall(asks.nothing('photo.added'), {
    summary: '写真を加える',
    guard: requireStaff,
    input: CreateItemInput,
    output: CreatedOutput,
    status: 201,
    run: async ({ rt, actor, input }) => created(input, await createItems(rt, actor, input)),
  }),
  change: defineCall(CHANGE, {
    summary: '写真の日付や説明を変える',
    guard: requireStaff,
    input: UpdateItemInput,
    inputFrom: 'either',
    output: ChangedOutput,
    run: async ({ rt, actor, id, input }) =>
      input.together === undefined
        ? { item: await changeItem(rt, actor, id, input) }
        : changeAndTell(rt, actor, id, input),
  }),
  remove: defineCall(asks.nothing('photo.deleted'), {
    summary: '写真を削除する',
    guard: requireStaff,
    input: DeleteInput,
    inputFrom: 'either',
    output: DeletedOutput,
    run: async ({ rt, actor, id, input }) => {
      if (input.together !== undefined) return deleteAndTell(rt, actor, id, input);
      await deleteItem(rt, actor, id, input);
      return undefined;
    },
  }),
  restore: defineCall(asks.nothing('photo.restored'), {
    summary: '削除した写真を24時間以内に戻す',
    guard: requireStaff,
    input: RestoreInput,
    inputFrom: 'either',
    output: RestoredOutput,
    run: async ({ rt, actor, id, input }) =>
      input.together
        ? { items: await restoreTogether(rt, actor, id, input) }
        : { item: await restoreItem(rt, actor, id) },
  }),
  move: defineCall(asks.nothing('photo.moved'), {
    summary: '写真を別の方へ移す',
    guard: requireStaff,
    input: PlaceInput,
    output: MovedOutput,
    run: ({ rt, actor, id, input }) => moveItem(rt, actor, id, input.residentId),
  }),
  copy: defineCall(asks.nothing('photo.copied'), {
    summary: '写真を別の方へコピーする',
    guard: requireStaff,
    input: CopyInput,
    output: CreatedOutput,
    status: 201,
    run: async ({ rt, actor, id, input }) =>
      created(input, await copyItems(rt, actor, id, chosenPlaces(input))),
  }),
  namePeople: defineCall(asks.nothing('photo.people_named'), {
    summary: '施設全体の写真に、写っている方のお名前を付ける',
    guard: requireStaff,
    input: PeopleInput,
    output: ItemWithPeopleOutput,
    run: async ({ rt, actor, id, input }) => ({
      item: await namePeople(rt, actor, id, input),
    }),
  }),
};
