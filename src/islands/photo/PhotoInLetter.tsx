import { useStore } from '@nanostores/react';
import { neighbourInLetter } from '#domains/item/item-list-changes.ts';
import type { OrderStep } from '#domains/item/item.ts';
import { letterOf } from '#domains/item/still-there.ts';
import type { Tile } from '#domains/item/tile.ts';
import { isOfSeveral, ownersOf } from '#domains/item/tile.ts';
import { $items } from '#stores/items.ts';
import { orderTile } from '#stores/item-changes.ts';
import { leaveItemsOut, wordsForLetting } from '#stores/many-items.ts';
import { WHOSE, askWho } from '#stores/who-is-meant.ts';
import { Reason } from './PhotoActions.tsx';
import { allDone, useAttempt } from './useAttempt.ts';

const STEPS: { step: OrderStep; text: string }[] = [
  { step: 'earlier', text: '前へ' },
  { step: 'later', text: '後へ' },
];

/** Whether the letter shows a photo, and where among those of its day. */
export function PhotoInLetter({ item }: { item: Tile }) {
  const items = useStore($items);
  const { error, isBusy, attempt } = useAttempt();
  const others = STEPS.map(({ step }) => neighbourInLetter(items, item, step));
  const isLeftOut = ownersOf(item).every(({ leftOut }) => leftOut);
  const whose = isOfSeveral(item) ? 'お便り' : letterOf(item);
  const leaveOut = async (): Promise<void> => {
    const meant = await askWho(
      item,
      isLeftOut ? { title: WHOSE.letIn, words: wordsForLetting } : { title: WHOSE.leftOut },
    );
    if (meant) await allDone(leaveItemsOut(meant, !isLeftOut, true));
  };
  return (
    <div className="photo-way" role="group" aria-label="お便りでの載せ方">
      <button
        type="button"
        className="button quiet"
        aria-disabled={isBusy}
        aria-describedby="leaving-out"
        onClick={() => attempt(leaveOut)}
      >
        {isLeftOut ? 'お便りに出す' : 'まだ出さない'}
      </button>
      <p id="leaving-out" className="soft">
        {isLeftOut ? `今は、${whose}に載りません。` : `写真はここに残り、${whose}には載りません。`}
      </p>
      {others.some(Boolean) && !isLeftOut && (
        <div className="beside gap-2">
          <span id="order-words">同じ日の順番</span>
          {STEPS.map(({ step, text }, index) => (
            <button
              key={step}
              type="button"
              className="button quiet"
              aria-describedby="order-words"
              aria-disabled={isBusy || !others[index]}
              onClick={() => others[index] && attempt(() => orderTile(item, step))}
            >
              {text}
            </button>
          ))}
        </div>
      )}
      <Reason error={error} />
    </div>
  );
}
