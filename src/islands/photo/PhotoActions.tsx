import { useState } from 'react';
import type { Item } from '#domains/item/item.ts';
import type { PhotoPlace } from '#domains/photo/photo-place.ts';
import { deleteItems } from '#stores/deleting.ts';
import { copyItems, moveItems } from '#stores/many-items.ts';
import { PlaceDialog } from '#islands/place/PlaceDialog.tsx';
import { allDone, useAttempt } from './useAttempt.ts';

interface Props {
  item: Item;
  onDone: () => void;
}

/** No confirmation, since deleting can be undone. */
export function PhotoActions({ item, onDone }: Props) {
  const [isAsking, setIsAsking] = useState(false);
  const { error, attempt } = useAttempt();
  return (
    <div className="photo-actions cluster">
      <button type="button" className="button quiet" onClick={() => setIsAsking(true)}>
        別の方へ移す
      </button>
      <button
        type="button"
        className="button quiet danger-text"
        onClick={() => attempt(() => allDone(deleteItems([item])).then(onDone))}
      >
        削除する
      </button>
      <Reason error={error} />
      {isAsking && (
        <PlaceDialog
          title="どなたへ移しますか？"
          except={item.residentId}
          onChoose={(residentId) => {
            setIsAsking(false);
            attempt(() => allDone(moveItems([item], residentId)).then(onDone));
          }}
          onClose={() => setIsAsking(false)}
        />
      )}
    </div>
  );
}

/** A second item on the same picture, for one person or several. */
export function CopyPhoto({ item, onDone }: Props) {
  const [isAsking, setIsAsking] = useState(false);
  const { error, attempt } = useAttempt();
  const copy = (place: PhotoPlace): void => {
    setIsAsking(false);
    attempt(() => allDone(copyItems([item], place)).then(onDone));
  };
  return (
    <div className="photo-way">
      <button type="button" className="button quiet" onClick={() => setIsAsking(true)}>
        別の方へコピー
      </button>
      <p className="soft">写真はここにも残ります。</p>
      <Reason error={error} />
      {isAsking && (
        <PlaceDialog
          title="どなたへコピーしますか？"
          except={item.residentId}
          onChoose={copy}
          onSeveral={copy}
          onClose={() => setIsAsking(false)}
        />
      )}
    </div>
  );
}

const Reason = ({ error }: { error: string | null }) =>
  error && (
    <p role="alert" className="island-reason">
      {error}
    </p>
  );
