import { useState } from 'react';
import type { Item } from '#domains/item/item.ts';
import { copyItems, deleteItems, moveItems } from '#stores/many-items.ts';
import type { Failure } from '#stores/batch.ts';
import { PlaceDialog } from '#islands/place/PlaceDialog.tsx';

interface Props {
  item: Item;
  onDone: () => void;
}

const PLACES = {
  move: { title: 'どなたへ移しますか？', run: moveItems },
  copy: { title: 'どなたへコピーしますか？', run: copyItems },
};

/** No confirmation, since deleting can be undone. */
export function PhotoActions({ item, onDone }: Props) {
  const [asking, setAsking] = useState<'move' | 'copy' | null>(null);
  const [error, attempt] = useAttempt(onDone);
  const { title, run } = PLACES[asking ?? 'move'];
  const send = (residentId: string | null): void => {
    setAsking(null);
    attempt(() => run([item], residentId));
  };
  const sendToSeveral = (residentIds: string[]): void => {
    setAsking(null);
    attempt(() => copyItems([item], residentIds));
  };
  return (
    <div className="photo-actions cluster">
      <button type="button" className="button quiet" onClick={() => setAsking('move')}>
        別の方へ移す
      </button>
      <button type="button" className="button quiet" onClick={() => setAsking('copy')}>
        別の方へコピー
      </button>
      <button
        type="button"
        className="button quiet danger-text"
        onClick={() => attempt(() => deleteItems([item]))}
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
          {...{ title, except: item.residentId, onChoose: send }}
          onSeveral={asking === 'copy' ? sendToSeveral : undefined}
          onClose={() => setAsking(null)}
        />
      )}
    </div>
  );
}

/** Runs a change of one photo. @returns why the last one failed, and how to run one */
function useAttempt(onDone: () => void) {
  const [error, setError] = useState<string | null>(null);
  const attempt = async (run: () => Promise<readonly Failure[]>): Promise<void> => {
    setError(null);
    const [failure] = await run();
    if (failure) setError(failure.msg);
    else onDone();
  };
  return [error, (run: () => Promise<readonly Failure[]>) => void attempt(run)] as const;
}
