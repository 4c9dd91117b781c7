import { useState } from 'react';
import type { Tile } from '#domains/item/tile.ts';
import type { PhotoPlace } from '#domains/photo/photo-place.ts';
import { deleteItems } from '#stores/deleting.ts';
import { copyItems, moveItems } from '#stores/many-items.ts';
import { WHOSE, askWho, ownIn } from '#stores/who-is-meant.ts';
import { PlaceDialog } from '#islands/place/PlaceDialog.tsx';
import { WhoMustNot } from '#islands/place/WhoMustNot.tsx';
import { useNotForAll } from './useNotForAll.ts';
import { allDone, useAttempt } from './useAttempt.ts';

interface Props {
  item: Tile;
  onDone: () => void;
}

/** No confirmation, since deleting can be undone. */
export function PhotoActions({ item, onDone }: Props) {
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
    onDone();
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
            attempt(() => allDone(moveItems([moving], residentId)).then(onDone));
          }}
          onClose={() => setMoving(null)}
        />
      )}
    </div>
  );
}

/** A second item on the same picture: of 施設全体, or of residents. */
export const CopyPhoto = (props: Props) =>
  props.item.residentId === null ? <CopyToResidents {...props} /> : <CopyToAll {...props} />;

/** Residents are added where the sheet shows who is on the photo. */
function CopyToAll({ item, onDone }: Props) {
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
          reason === null && attempt(() => allDone(copyItems([item], null)).then(onDone))
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

function CopyToResidents({ item, onDone }: Props) {
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
          except={null}
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
