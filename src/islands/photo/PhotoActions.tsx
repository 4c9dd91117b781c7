import { useState } from 'react';
import type { Item } from '#features/item/item.ts';
import { copyItems, deleteItems, moveItems } from '#stores/many-items.ts';
import type { Failure } from '#stores/batch.ts';
import { PlaceDialog } from '#islands/place/PlaceDialog.tsx';

interface Props {
  item: Item;
  onDone: () => void;
}

type Asking = 'move' | 'copy' | null;

/** No confirmation, since deleting can be undone. */
export function PhotoActions({ item, onDone }: Props) {
  const [asking, setAsking] = useState<Asking>(null);
  const [error, setError] = useState<string | null>(null);
  const attempt = async (run: () => Promise<readonly Failure[]>): Promise<void> => {
    setError(null);
    const [failure] = await run();
    if (failure) setError(failure.msg);
    else onDone();
  };
  const send = (residentId: string | null): void => {
    const many = asking === 'move' ? moveItems : copyItems;
    setAsking(null);
    void attempt(() => many([item], residentId));
  };
  return (
    <div className="photo-actions">
      <button type="button" className="button quiet" onClick={() => setAsking('move')}>
        別の方へ移す
      </button>
      <button type="button" className="button quiet" onClick={() => setAsking('copy')}>
        別の方へコピー
      </button>
      <button
        type="button"
        className="button quiet danger-text"
        onClick={() => void attempt(() => deleteItems([item]))}
      >
        削除する
      </button>
      {error && (
        <p role="alert" className="island-reason">
          {error}
        </p>
      )}
      {asking && (
        <PlaceDialog
          title={asking === 'move' ? 'どなたへ移しますか？' : 'どなたへコピーしますか？'}
          except={item.residentId}
          onChoose={send}
          onClose={() => setAsking(null)}
        />
      )}
    </div>
  );
}
