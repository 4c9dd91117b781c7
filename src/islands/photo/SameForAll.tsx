import { useStore } from '@nanostores/react';
import type { Item } from '#domains/item/item.ts';
import { $shared } from '#stores/shared-change.ts';
import { useAttempt } from './useAttempt.ts';

/** After a change for one person on a photo of several: the same for all, in one press. */
export function SameForAll({ item }: { item: Item }) {
  const shared = useStore($shared);
  const { isBusy, attempt } = useAttempt();
  const next = shared?.id === item.id ? shared.next : undefined;
  return (
    <div className="photo-way" role="status">
      {shared?.id === item.id && <p>{shared.text}</p>}
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
