import type { ReactNode } from 'react';
import type { Item } from '#domains/item/item.ts';
import { changeItem } from '#stores/item-changes.ts';
import { useAttempt } from './useAttempt.ts';

/** By quarter turns; the other button undoes one. */
export function RotatePhoto({ item }: { item: Item }) {
  const { error, isBusy, attempt } = useAttempt();
  const isReady = item.status === 'ready';
  const way = (rotate: 90 | 270, text: ReactNode) => (
    <button
      type="button"
      className="button quiet"
      aria-disabled={!isReady || isBusy}
      onClick={() => isReady && attempt(() => changeItem(item, { rotate }))}
    >
      {text}
    </button>
  );
  return (
    <div className="rotate cluster apart">
      {way(270, '左へ回す')}
      {way(90, '右へ回す')}
      <p role="status" className={error ? 'red' : 'soft'}>
        {error ?? (isBusy ? '回しています…' : isReady ? '' : '写真の準備ができると、回せます。')}
      </p>
    </div>
  );
}
