import { useStore } from '@nanostores/react';
import { neighbourInLetter } from '#domains/item/item-list-changes.ts';
import type { Item, OrderStep } from '#domains/item/item.ts';
import { letterOf } from '#domains/item/still-there.ts';
import { $items } from '#stores/items.ts';
import { orderItem } from '#stores/item-changes.ts';
import { leaveItemsOut } from '#stores/many-items.ts';
import { allDone, useAttempt } from './useAttempt.ts';

const STEPS: { step: OrderStep; text: string }[] = [
  { step: 'earlier', text: '前へ' },
  { step: 'later', text: '後へ' },
];

/** Whether the letter shows a photo, and where among those of its day. */
export function PhotoInLetter({ item }: { item: Item }) {
  const items = useStore($items);
  const { error, isBusy, attempt } = useAttempt();
  const others = STEPS.map(({ step }) => neighbourInLetter(items, item, step));
  return (
    <div className="photo-way" role="group" aria-label="お便りでの載せ方">
      <button
        type="button"
        className="button quiet"
        aria-disabled={isBusy}
        aria-describedby="leaving-out"
        onClick={() => attempt(() => allDone(leaveItemsOut([item], !item.leftOut)))}
      >
        {item.leftOut ? 'お便りに出す' : 'まだ出さない'}
      </button>
      <p id="leaving-out" className="soft">
        {item.leftOut
          ? `今は、${letterOf(item)}に載りません。`
          : `写真はここに残り、${letterOf(item)}には載りません。`}
      </p>
      {others.some(Boolean) && !item.leftOut && (
        <div className="in-letter-order beside">
          <span id="order-words">同じ日の順番</span>
          {STEPS.map(({ step, text }, index) => (
            <button
              key={step}
              type="button"
              className="button quiet"
              aria-describedby="order-words"
              aria-disabled={isBusy || !others[index]}
              onClick={() => others[index] && attempt(() => orderItem(item, step))}
            >
              {text}
            </button>
          ))}
        </div>
      )}
      {error && (
        <p role="alert" className="island-reason">
          {error}
        </p>
      )}
    </div>
  );
}
