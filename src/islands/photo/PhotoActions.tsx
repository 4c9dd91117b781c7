import { useState } from 'react';
import type { Tile } from '#domains/item/tile.ts';
import { deleteItems } from '#stores/deleting.ts';
import { moveItems } from '#stores/many-items.ts';
import { closePhoto } from '#stores/open-photo.ts';
import { WHOSE, askWho, ownIn } from '#stores/who-is-meant.ts';
import { PlaceDialog } from '#islands/place/PlaceDialog.tsx';
import { useNotForAll } from './useNotForAll.ts';
import { allDone, useAttempt } from './useAttempt.ts';

/** No confirmation, since deleting can be undone. */
export function PhotoActions({ item }: { item: Tile }) {
  const [moving, setMoving] = useState<Tile | null>(null);
  const { error, attempt } = useAttempt();
  const notForAll = useNotForAll(item);
  const askMoving = async (): Promise<void> => {
    const meant = ownIn([item]) ?? (await askWho(item, { title: WHOSE.moved, isOfOne: true }));
    setMoving(meant?.[0] ?? null);
  };
  const remove = async (): Promise<void> => {
    const meant = await askWho(item, { title: WHOSE.deleted });
    if (meant === null) return;
    await allDone(deleteItems(meant));
    closePhoto();
  };
  return (
    <div className="photo-actions cluster">
      <button type="button" className="button quiet" onClick={() => void askMoving()}>
        別の方へ移す
      </button>
      <button type="button" className="button quiet danger-text" onClick={() => attempt(remove)}>
        削除する
      </button>
      <Reason error={error} />
      {moving && (
        <PlaceDialog
          title="どなたへ移しますか？"
          except={moving.residentId}
          notForAll={notForAll}
          onChoose={(residentId) => {
            setMoving(null);
            attempt(() => allDone(moveItems([moving], residentId)).then(closePhoto));
          }}
          onClose={() => setMoving(null)}
        />
      )}
    </div>
  );
}

export const Reason = ({ error }: { error: string | null }) =>
  error && (
    <p role="alert" className="red">
      {error}
    </p>
  );
