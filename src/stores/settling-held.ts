import { asBefore, issueName, joinable } from '#domains/item/held.ts';
import type { Item } from '#domains/item/item.ts';
import { wordsForJoining } from '#domains/item/seen-at-once.ts';
import { photosIn } from '#domains/item/tile.ts';
import { yearMonthOf } from '#lib/calendar.ts';
import { askFirst } from './ask-first.ts';
import { forEach } from './batch.ts';
import { $firstMonth } from './held-items.ts';
import { changeItem } from './item-changes.ts';
import { $failures, settle } from './many-items.ts';
import { today } from './today.ts';

/** Makes them photos of today. Failures stay held. Never throws. */
export const makeThisMonths = (items: readonly Item[]): Promise<void> =>
  answer(items, { takenOn: today() }, (count) => `${count}枚を今月の写真にしました`);

/** Into the letters of their months, as far as these are out; asks first. Never throws. */
export async function joinLetters(items: readonly Item[]): Promise<void> {
  const now = yearMonthOf(today());
  const first = $firstMonth.get();
  const joining = joinable(items, first, now);
  const left = photosIn(items) - photosIn(joining);
  const rest = left > 0 ? `のこりの${left}枚は、確認待ちのままです。` : '';
  const words = wordsForJoining(joining, today(), first);
  if (words === null || !(await askFirst(words + rest))) return;
  const months = new Set(joining.map(({ yearMonth }) => yearMonth));
  const [month = now] = months;
  const issue = months.size === 1 ? issueName(month, now) : 'それぞれの月のお便り';
  await answer(joining, { held: false }, (count) => `${count}枚を${issue}に加えました`);
}

async function answer(
  items: readonly Item[],
  change: { takenOn: string } | { held: false },
  said: (count: number) => string,
): Promise<void> {
  $failures.set([]);
  const outcome = await forEach('保存しています', items, (item) => changeItem(item, change));
  const undo = ({ item, result }: (typeof outcome.done)[number]) =>
    changeItem(result, asBefore(item));
  $failures.set(settle(outcome, { said, undo }));
}
