import { atom } from 'nanostores';
import type { Item, Moved } from '#domains/item/item.ts';
import type { PhotoPlace } from '#domains/photo/photo-place.ts';
import { placeInput, residentsIn } from '#domains/photo/photo-place.ts';
import { letterOf, namesOf, photosText, whoseText } from '#domains/item/still-there.ts';
import type { Tile } from '#domains/item/tile.ts';
import { seenText } from '#domains/item/seen-words.ts';
import { asTile, isOfSeveral, itemsIn, photosIn } from '#domains/item/tile.ts';
import { ApiError } from '#client/api-client.ts';
import { wordsForDay, wordsForLettingIn, wordsForPlace } from '#domains/item/seen-at-once.ts';
import type { CivilDate } from '#lib/calendar.ts';
import { yearMonthOf } from '#lib/calendar.ts';
import { askFirst, tellAfter } from './ask-first.ts';
import { $firstMonth } from './held-items.ts';
import { $choice, beginChoosing, unchoose } from './choosing.ts';
import {
  changeBack,
  changeTile,
  copyItem,
  deleteTile,
  moveBack,
  moveItem,
  orderNow,
} from './item-changes.ts';
import { $items, $residents } from './items.ts';
import type { Notice } from './notice.ts';
import { notify } from './notice.ts';
import { today } from './today.ts';
import { askWhose } from './who-is-meant.ts';
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

const everyoneOn = (tiles: readonly Tile[]): Item[] => tiles.flatMap(itemsIn);

const NOT_WHOSE = '何人もの方の写真です。1枚ずつ開くと、どなたの写真を移すかを選べます。';

/** Skips those already there. @returns failures */
export async function moveItems(
  items: readonly Tile[],
  residentId: string | null,
): Promise<readonly Failure[]> {
  const order = orderNow();
  const away = items.filter((item) => item.residentId !== residentId);
  const words = wordsForPlace(inPlace(away, residentId), today());
  if (!(await askFirst(words))) return [];
  const outcome = await forEach('移しています', away, (item) => {
    if (isOfSeveral(item)) throw new ApiError(0, NOT_WHOSE);
    return moveItem(item, residentId);
  });
  unchoose(items.filter((item) => !away.includes(item)).map(({ id }) => id));
  tellSeen(outcome.done, words);
  return settle(outcome, {
    said: (count, { item }) => `${these(count)}${hall(item.residentName)}へ移しました`,
    undo: ({ item, result }) => moveBack(result.item, item.residentId, order),
  });
}

type Seen = Pick<Moved, 'seenBy'>;

/** Who has seen photos where they were, beside who sees them now. */
export function tellSeen(done: readonly { result: Seen }[], now: string | null): void {
  const seenBy = done.flatMap(({ result }) => result.seenBy);
  const all = new Map(seenBy.map((family) => [JSON.stringify(family), family]));
  const text = seenText([...all.values()]);
  tellAfter(text && [text, now].filter(Boolean).join(''));
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
      for (const copy of result) await deleteTile(asTile(copy));
    },
  });
}

const whereTo = (copies: readonly Item[]): string =>
  copies.length > 1 ? `${copies.length}人の方` : hall(copies[0]?.residentName ?? null);

/** Sets each photo's day. @returns failures */
export async function dateItems(
  tiles: readonly Tile[],
  dayFor: (item: Item) => CivilDate,
): Promise<readonly Failure[]> {
  if (!(await askFirst(wordsForDays(everyoneOn(tiles), dayFor)))) return [];
  const outcome = await forEach('日付を変えています', tiles, (tile) =>
    changeTile(tile, { takenOn: dayFor(tile) }),
  );
  return settle(outcome, {
    said: (count) => (count === 1 ? '日付を変えました' : `${count}枚の日付を変えました`),
    undo: ({ item, result }) => changeBack(result, { takenOn: item.takenOn }),
  });
}

/** Residents whose families would see photos at once on other days. */
export const wordsForDays = (
  items: readonly Item[],
  dayFor: (item: Item) => CivilDate,
): string | null =>
  wordsForDay(
    items.map((item) => ({ before: item, after: { yearMonth: yearMonthOf(dayFor(item)) } })),
    today(),
    $firstMonth.get(),
  );

/** Gives all the same caption. @returns failures */
export async function captionItems(
  tiles: readonly Tile[],
  caption: string,
): Promise<readonly Failure[]> {
  const outcome = await forEach('ひとことを書いています', tiles, (tile) =>
    changeTile(tile, { caption }),
  );
  return settle(outcome, {
    said: () => `${photosText(everyoneOn(tilesIn(outcome)))}のひとことを書きました`,
    undo: ({ result }) => changeBack(result, { caption }),
  });
}

const tilesIn = ({ done }: Outcome<unknown, Tile>): Tile[] => done.map(({ item }) => item);

/**
 * Leaves photos out of the letters, or lets them in again.
 * @param isAsked whether who sees them at once was said already
 * @returns failures
 */
export async function leaveItemsOut(
  tiles: readonly Tile[],
  leftOut: boolean,
  isAsked = false,
): Promise<readonly Failure[]> {
  const others = tiles.filter((tile) => everyoneOn([tile]).some((one) => one.leftOut !== leftOut));
  if (!leftOut && !isAsked && !(await askFirst(wordsForLetting(everyoneOn(others))))) return [];
  const doing = leftOut ? 'お便りから外しています' : 'お便りに出しています';
  const outcome = await forEach(doing, others, (tile) => changeTile(tile, { leftOut }));
  unchoose(tiles.filter((tile) => !others.includes(tile)).map(({ id }) => id));
  const so = leftOut ? '出さないことに' : '出すことに';
  return settle(outcome, {
    said: () => {
      const items = everyoneOn(tilesIn(outcome));
      return items.length === 1
        ? `${letterOf(items[0] ?? { residentName: null })}に${so}しました`
        : `${whoseText(items)}を、お便りに${so}しました`;
    },
    undo: ({ result }) => changeBack(result, { leftOut }),
  });
}

/** Residents whose families would see left-out photos at once. */
export const wordsForLetting = (items: readonly Item[]): string | null =>
  wordsForLettingIn(
    items.filter(({ leftOut }) => leftOut),
    today(),
  );

type Done<T, I extends Item> = Outcome<T, I>['done'][number];

interface Verb<T, I extends Item> {
  said: (count: number, result: T) => string;
  undo?: (done: Done<T, I>) => Promise<unknown>;
  later?: Notice['later'];
}

export function settle<T, I extends Item>(
  { done, failed }: Outcome<T, I>,
  verb: Verb<T, I>,
): readonly Failure[] {
  const [first] = done;
  if (first) {
    const text = verb.said(photosIn(done.map(({ item }) => item)), first.result);
    notify({ text, undo: undoOf(done, verb.undo), later: verb.later });
  }
  if ($choice.get() !== null) unchoose(done.map(({ item }) => item.id));
  return failed;
}

function undoOf<T, I extends Item>(
  done: readonly Done<T, I>[],
  undo: Verb<T, I>['undo'],
): (() => Promise<void>) | undefined {
  if (!undo || done.length === 0) return undefined;
  return async () => {
    const byItem = new Map(done.map((each) => [each.item, each]));
    const take = async (item: I): Promise<void> => {
      const each = byItem.get(item);
      if (each) await undo(each);
    };
    const outcome = await forEach('元に戻しています', [...byItem.keys()], take);
    const left = done.filter(({ item }) => !outcome.done.some((each) => each.item === item));
    sayUndone(outcome, undoOf(left, undo));
  };
}

function sayUndone<I extends Item>(
  { done, failed }: Outcome<void, I>,
  undo: (() => Promise<void>) | undefined,
): void {
  const [failure] = failed;
  if (!failure) notify({ text: `${these(photosIn(done.map(({ item }) => item)))}元に戻しました` });
  else notify({ text: `${failed.length}枚は元に戻せませんでした。${failure.msg}`, undo });
}

/**
 * Lists failures with reasons, and keeps them selected.
 * @param title asks whose photos are meant; null: all of them
 */
export async function withChosen(
  chosen: readonly Tile[],
  title: string | null,
  run: (tiles: readonly Tile[]) => Promise<readonly Failure[]>,
): Promise<void> {
  $failures.set([]);
  const meant = title === null ? chosen : await askWhose(chosen, title);
  const failed = meant === null ? [] : await run(meant);
  if (failed.length === 0) return;
  const shown = new Set($items.get().map(({ id }) => id));
  const ids = new Set(failed.map(({ item }) => item.id).filter((id) => shown.has(id)));
  // Reopens a selection that the user has left meanwhile.
  if ($choice.get() === null && ids.size > 0) beginChoosing({ ids, anchor: null, base: ids });
  $failures.set(failed);
}
