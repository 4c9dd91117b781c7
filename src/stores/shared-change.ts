import { atom } from 'nanostores';
import { asBefore } from '#domains/item/held.ts';
import type { Item, UpdateItemInput } from '#domains/item/item.ts';
import { allOf, namesOf } from '#domains/item/still-there.ts';
import { wordsForDay, wordsForLettingIn } from '#domains/item/seen-at-once.ts';
import { yearMonthOf } from '#lib/calendar.ts';
import { msgOf } from '#client/api-client.ts';
import { askFirst } from './ask-first.ts';
import { $firstMonth } from './held-items.ts';
import { changeAndTell, changeItem, changeShared } from './item-changes.ts';
import { today } from './today.ts';

type Rest = readonly [Item, ...Item[]];
type Change = Pick<UpdateItemInput, 'caption' | 'takenOn' | 'leftOut'>;

/** A photo of several people was changed for one of them. */
interface Shared {
  /** The item that was changed. */
  id: string;
  text: string;
  next?: { text: string; run: () => Promise<void> };
}

/** Shown where the change was made (domain.md#the-photo-page). */
export const $shared = atom<Shared | null>(null);

/** Changes one item, and offers the same for all who are on the photo of that day. @throws ApiError */
export async function changeAndOffer(before: Item, change: Change): Promise<Item> {
  const { item, others } = await changeAndTell(before, change);
  const [first, ...more] = others.filter(
    (other) => other.takenOn === before.takenOn && isNewFor(other, change),
  );
  $shared.set(first ? offerOf(item, [first, ...more], change) : null);
  return item;
}

const isNewFor = (item: Item, change: Change): boolean =>
  (change.caption !== undefined && change.caption !== item.caption) ||
  (change.takenOn !== undefined && change.takenOn !== item.takenOn) ||
  (change.leftOut !== undefined && change.leftOut !== item.leftOut);

const offerOf = (item: Item, rest: Rest, change: Change): Shared => ({
  id: item.id,
  text: `${namesOf([item])}だけを変えました。同じ写真が、${namesOf(rest)}にもあります。`,
  next: { text: `${allOf([item, ...rest])}同じにする`, run: () => changeRest(item, rest, change) },
});

async function changeRest(item: Item, rest: Rest, change: Change): Promise<void> {
  if (!(await askFirst(wordsFor(rest, change)))) return;
  try {
    const changed = await changeShared(rest, change);
    $shared.set({
      id: item.id,
      text: `${allOf([item, ...rest])}同じにしました。`,
      next: { text: '元に戻す', run: () => changeBack(item, rest, changed, change) },
    });
  } catch (error) {
    const text = `${namesOf(rest)}の写真は変えられませんでした。${msgOf(error)}`;
    $shared.set({ ...offerOf(item, rest, change), text });
  }
}

/** What their families see at once, as it was asked for the first. */
function wordsFor(rest: Rest, { takenOn, leftOut }: Change): string | null {
  if (leftOut === false) return wordsForLettingIn(rest, today());
  if (takenOn === undefined) return null;
  const after = { yearMonth: yearMonthOf(takenOn) };
  const pairs = rest.map((before) => ({ before, after }));
  return wordsForDay(pairs, today(), $firstMonth.get());
}

/** Each as it was, which may differ. */
async function changeBack(
  item: Item,
  rest: Rest,
  changed: readonly Item[],
  change: Change,
): Promise<void> {
  try {
    for (const one of rest) {
      const now = changed.find(({ id }) => id === one.id);
      if (now) await changeItem(now, asItWas(one, change));
    }
    $shared.set(offerOf(item, rest, change));
  } catch (error) {
    $shared.set({ id: item.id, text: `すべては元に戻せませんでした。${msgOf(error)}` });
  }
}

const asItWas = (item: Item, { caption, takenOn, leftOut }: Change): UpdateItemInput => ({
  ...(caption !== undefined && { caption: item.caption }),
  ...(takenOn !== undefined && asBefore(item)),
  ...(leftOut !== undefined && { leftOut: item.leftOut }),
});
