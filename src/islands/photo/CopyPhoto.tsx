import { useState } from 'react';
import type { Tile } from '#domains/item/tile.ts';
import type { PhotoPlace } from '#domains/photo/photo-place.ts';
import { copyItems } from '#stores/many-items.ts';
import { closePhoto } from '#stores/open-photo.ts';
import { PlaceDialog } from '#islands/place/PlaceDialog.tsx';
import { WhoMustNot } from '#islands/place/WhoMustNot.tsx';
import { Reason } from './PhotoActions.tsx';
import { useNotForAll } from './useNotForAll.ts';
import { allDone, useAttempt } from './useAttempt.ts';

/** A second item on the same picture: of 施設全体, or of residents. */
export const CopyPhoto = ({ item }: { item: Tile }) =>
  item.residentId === null ? <CopyToResidents item={item} /> : <CopyToAll item={item} />;

/** Residents are added where the sheet shows who is on the photo. */
function CopyToAll({ item }: { item: Tile }) {
  const { error, isBusy, attempt } = useAttempt();
  const reason = useNotForAll(item);
  return (
    <div className="photo-way">
      <button
        type="button"
        className="button quiet"
        aria-disabled={isBusy || reason !== null}
        aria-describedby="copy-to-all"
        onClick={() =>
          reason === null && attempt(() => allDone(copyItems([item], null)).then(closePhoto))
        }
      >
        施設全体にも載せる
      </button>
      <p id="copy-to-all" className="soft">
        {reason ?? 'ご家族みなさまのお便りに載ります。写真はここにも残ります。'}
      </p>
      {reason === null && <WhoMustNot />}
      <Reason error={error} />
    </div>
  );
}

function CopyToResidents({ item }: { item: Tile }) {
  const [isAsking, setIsAsking] = useState(false);
  const { error, attempt } = useAttempt();
  const copy = (place: PhotoPlace): void => {
    setIsAsking(false);
    attempt(() => allDone(copyItems([item], place)).then(closePhoto));
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
          except={null}
          onChoose={copy}
          onSeveral={copy}
          onClose={() => setIsAsking(false)}
        />
      )}
    </div>
  );
}
