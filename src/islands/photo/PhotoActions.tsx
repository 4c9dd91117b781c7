import { useState } from 'react';
import type { Item } from '../../features/item/item.ts';
import { msgOf } from '../../stores/api-client.ts';
import { copyItem, deleteItem, moveItem } from '../../stores/item-changes.ts';
import { notify } from '../../stores/notice.ts';
import { PlaceDialog } from '../place/PlaceDialog.tsx';

interface Props {
  item: Item;
  /** The photo left the list, or its copy was made. */
  onDone: () => void;
}

type Asking = 'move' | 'copy' | null;

/** Moving, copying, deleting; deleting needs no question since it can be taken back. */
export function PhotoActions({ item, onDone }: Props) {
  const [asking, setAsking] = useState<Asking>(null);
  const [error, setError] = useState<string | null>(null);
  const attempt = async (run: () => Promise<unknown>): Promise<void> => {
    try {
      await run();
      onDone();
    } catch (failure) {
      setError(msgOf(failure));
    }
  };
  const send = async (residentId: string | null): Promise<void> => {
    const isMove = asking === 'move';
    setAsking(null);
    await attempt(async () => {
      const sent = await (isMove ? moveItem : copyItem)(item, residentId);
      const to = sent.residentName === null ? '施設全体' : `${sent.residentName}様`;
      notify({ text: isMove ? `${to}へ移しました` : `${to}へコピーしました` });
    });
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
        onClick={() => void attempt(() => deleteItem(item))}
      >
        削除する
      </button>
      {error && (
        <p role="alert" className="reason">
          {error}
        </p>
      )}
      {asking && (
        <PlaceDialog
          title={asking === 'move' ? 'どなたへ移しますか？' : 'どなたへコピーしますか？'}
          except={item.residentId}
          onChoose={(residentId) => void send(residentId)}
          onClose={() => setAsking(null)}
        />
      )}
    </div>
  );
}
