import { atom } from 'nanostores';
import type { Item } from '#domains/item/item.ts';
import type { PhotoPlace } from '#domains/photo/photo-place.ts';
import { asBefore } from '#domains/item/held.ts';
import { placeInput, residentsIn } from '#domains/photo/photo-place.ts';
import { letterOf, namesOf } from '#domains/item/still-there.ts';
import { wordsForDay, wordsForLettingIn, wordsForPlace } from '#domains/item/seen-at-once.ts';
import type { CivilDate } from '#lib/calendar.ts';
import { yearMonthOf } from '#lib/calendar.ts';
import { askFirst } from './ask-first.ts';
import { $firstMonth } from './held-items.ts';
import { $choice, beginChoosing, unchoose } from './choosing.ts';
import { changeItem, copyItem, deleteItem, moveBack, moveItem, orderNow } from './item-changes.ts';
import { $items, $residents } from './items.ts';
import type { Notice } from './notice.ts';
import { changeAndOffer } from './shared-change.ts';
import { notify } from './notice.ts';
import { today } from './today.ts';
import type { Failure, Outcome } from './batch.ts';
import { $batch, forEach } from './batch.ts';

/** Until retried or selection mode ends. */
export const $failures = atom<readonly Failure[]>([]);
$choice.listen((choice) => {
  if (choice === null && $batch.get() === null) $failures.set([]);
});

const hall = (residentName: string | null): string => namesOf([{ residentName }]);

const inPlace = (items: readonly Item[], residentId: string | null): Item[] => {
  const residentName = $residents.get().find(({ id }) => id === residentId)?.name ?? null;
  return items.map((item) => ({ ...item, residentId, residentName }));
};

/** `写真を` or `3枚を` */
const these = (count: number): string => (count === 1 ? '写真を' : `${count}枚を`);

/** Skips those already there. @returns failures */
export async function moveItems(
  items: readonly Item[],
  residentId: string | null,
): Promise<readonly Failure[]> {
  const order = orderNow();
  const away = items.filter((item) => item.residentId !== residentId);
  if (!(await askFirst(wordsForPlace(inPlace(away, residentId), today())))) return [];
  const outcome = await forEach('移しています', away, (item) => moveItem(item, residentId));
  unchoose(items.filter((item) => !away.includes(item)).map(({ id }) => id));
  return settle(outcome, {
    said: (count, moved) => `${these(count)}${hall(moved.residentName)}へ移しました`,
    undo: ({ item, result }) => moveBack(result, item.residentId, order),
  });
}

/** To one place or several residents; those who have the picture are skipped. @returns failures */
export async function copyItems(
  items: readonly Item[],
  place: PhotoPlace,
): Promise<readonly Failure[]> {
  const copies = residentsIn(place).flatMap((residentId) => inPlace(items, residentId));
  if (!(await askFirst(wordsForPlace(copies, today())))) return [];
  const outcome = await forEach('コピーしています', items, (item) =>
    copyItem(item, placeInput(place)),
  );
  return settle(outcome, {
    said: (count, made) => `${these(count)}${whereTo(made)}へコピーしました`,
    undo: async ({ result }) => {
      for (const copy of result) await deleteItem(copy);
    },
  });
}

const whereTo = (copies: readonly Item[]): string =>
  copies.length > 1 ? `${copies.length}人の方` : hall(copies[0]?.residentName ?? null);

/** Sets each photo's day. @returns failures */
export async function dateItems(
  items: readonly Item[],
  dayFor: (item: Item) => CivilDate,
): Promise<readonly Failure[]> {
  const pairs = items.map((item) => ({
    before: item,
    after: { yearMonth: yearMonthOf(dayFor(item)) },
  }));
  if (!(await askFirst(wordsForDay(pairs, today(), $firstMonth.get())))) return [];
  const outcome = await forEach('日付を変えています', items, (item) =>
    changeItem(item, { takenOn: dayFor(item) }),
  );
  return settle(outcome, {
    said: (count) => (count === 1 ? '日付を変えました' : `${count}枚の日付を変えました`),
    undo: ({ item, result }) => changeItem(result, asBefore(item)),
  });
}

/** Gives all the same caption. @returns failures */
export async function captionItems(
  items: readonly Item[],
  caption: string,
): Promise<readonly Failure[]> {
  const outcome = await forEach('ひとことを書いています', items, (item) =>
    changeItem(item, { caption }),
  );
  return settle(outcome, {
    said: (count) => `${count}枚のひとことを書きました`,
    undo: ({ item, result }) => changeItem(result, { caption: item.caption }),
  });
}

/** Leaves photos out of the letters, or lets them in again. @returns failures */
export async function leaveItemsOut(
  items: readonly Item[],
  leftOut: boolean,
): Promise<readonly Failure[]> {
  const others = items.filter((item) => item.leftOut !== leftOut);
  if (!leftOut && !(await askFirst(wordsForLettingIn(others, today())))) return [];
  const doing = leftOut ? 'お便りから外しています' : 'お便りに出しています';
  const change = items.length === 1 ? changeAndOffer : changeItem;
  const outcome = await forEach(doing, others, (item) => change(item, { leftOut }));
  unchoose(items.filter((item) => !others.includes(item)).map(({ id }) => id));
  return settle(outcome, {
    said: (count, { residentName }) =>
      count === 1
        ? `${letterOf({ residentName })}に${leftOut ? '出さないことに' : '出すことに'}しました`
        : `選んだ${count}枚を、お便りに${leftOut ? '出さないことに' : '出すことに'}しました`,
    undo: ({ item, result }) => changeItem(result, { leftOut: item.leftOut }),
  });
}

type Done<T> = Outcome<T>['done'][number];

interface Verb<T> {
  said: (count: number, result: T) => string;
  undo?: (done: Done<T>) => Promise<unknown>;
  next?: Notice['next'];
  later?: Notice['later'];
}

export function settle<T>({ done, failed }: Outcome<T>, verb: Verb<T>): readonly Failure[] {
  const [first] = done;
  if (first) {
    const text = verb.said(done.length, first.result);
    notify({ text, undo: undoOf(done, verb.undo), next: verb.next, later: verb.later });
  }
  if ($choice.get() !== null) unchoose(done.map(({ item }) => item.id));
  return failed;
}

function undoOf<T>(
  done: readonly Done<T>[],
  undo: Verb<T>['undo'],
): (() => Promise<void>) | undefined {
  if (!undo || done.length === 0) return undefined;
  return async () => {
    const byItem = new Map(done.map((each) => [each.item, each]));
    const take = async (item: Item): Promise<void> => {
      const each = byItem.get(item);
      if (each) await undo(each);
    };
    const outcome = await forEach('元に戻しています', [...byItem.keys()], take);
    const left = done.filter(({ item }) => !outcome.done.some((each) => each.item === item));
    sayUndone(outcome, undoOf(left, undo));
  };
}

function sayUndone({ done, failed }: Outcome<void>, undo: (() => Promise<void>) | undefined): void {
  const [failure] = failed;
  if (!failure) notify({ text: `${these(done.length)}元に戻しました` });
  else notify({ text: `${failed.length}枚は元に戻せませんでした。${failure.msg}`, undo });
}

/** Lists failures with reasons, and keeps them selected. */
export async function withChosen(run: () => Promise<readonly Failure[]>): Promise<void> {
  $failures.set([]);
  const failed = await run();
  if (failed.length === 0) return;
  const shown = new Set($items.get().map(({ id }) => id));
  const ids = new Set(failed.map(({ item }) => item.id).filter((id) => shown.has(id)));
  // Reopens a selection that the user has left meanwhile.
  if ($choice.get() === null && ids.size > 0) beginChoosing({ ids, anchor: null, base: ids });
  $failures.set(failed);
}
