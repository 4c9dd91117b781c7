import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import type { Item } from '#domains/item/item.ts';
import { $shared } from '#stores/shared-change.ts';
import { useAttempt } from './useAttempt.ts';

/** After a change for one person on a photo of several: the same for all, in one press. */
export function SameForAll({ item }: { item: Item }) {
  const shared = useStore($shared);
  const { isBusy, attempt } = useAttempt();
  // Later it might not be so any more.
  useEffect(() => () => $shared.set(null), []);
  const { text, next } = shared?.id === item.id ? shared : { text: null };
  return (
    <div className="same-for-all">
      <p role="status">{text}</p>
      {next && (
        <button
          type="button"
          className="button quiet"
          aria-disabled={isBusy}
          onClick={() => attempt(next.run)}
        >
          {next.text}
        </button>
      )}
    </div>
  );
}
