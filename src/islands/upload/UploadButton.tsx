import { useStore } from '@nanostores/react';
import { useRef, useState } from 'react';
import type { PhotoPlace } from '#domains/photo/photo-place.ts';
import { BREAK } from '#lib/break.ts';
import { placeOf } from '#domains/item/item-filter.ts';
import { $filter } from '#stores/items.ts';
import { $uploadTarget, photoQueue } from '#stores/photo-queue.ts';
import { PlaceDialog } from '#islands/place/PlaceDialog.tsx';
import type { StartPlace } from '#islands/place/useRefusal.ts';
import { useRefusal } from '#islands/place/useRefusal.ts';
import { $unplaced } from '#stores/unplaced.ts';
import { PhotoInput } from './PhotoInput.tsx';
import { useFileDrag } from './useFileDrag.ts';
import { usePhotoDrop } from './usePhotoDrop.ts';

/** Asks whose photos they are unless the page says so, then opens the picker. */
export function UploadButton({ start }: { start: StartPlace }) {
  // Empty on the server, and until the list's island has hydrated.
  const shown = useStore($filter, { ssr: 'initial' }).shown || start.shown;
  const [isAsking, setIsAsking] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const place = placeOf(shown);
  const refusal = useRefusal(start);
  const isDragging = useFileDrag() && refusal === null;
  const { zone, onPick } = usePhotoDrop(place);
  const pick = (target: PhotoPlace): void => {
    setIsAsking(false);
    $uploadTarget.set(target);
    input.current?.click();
  };
  // The list says why.
  if (refusal !== null) return null;
  return (
    <div className="dock-action" {...zone}>
      <PhotoInput type="file" onChange={onPick} ref={input} multiple aria-label="写真を選ぶ" />
      <p className="drop-hint">ボタンを押すか、写真をここへ移してください</p>
      <button
        type="button"
        id="add-photos"
        className="button"
        onClick={() => (place === undefined ? setIsAsking(true) : pick(place))}
      >
        写真を撮る・選ぶ
        {place === undefined && (
          <small>{`どなたの${BREAK}写真かを${BREAK}先に${BREAK}お聞きします`}</small>
        )}
      </button>
      {isDragging && (
        <div className="drop-anywhere">
          <p>ここで離すと、写真を追加します</p>
        </div>
      )}
      {isAsking && (
        <PlaceDialog
          title={`どなたの${BREAK}写真ですか？`}
          onClose={() => setIsAsking(false)}
          onChoose={pick}
          onSeveral={pick}
        />
      )}
      <UnplacedFiles />
    </div>
  );
}

/** Files that were dropped before a place was chosen. */
function UnplacedFiles() {
  const waiting = useStore($unplaced);
  if (waiting.length === 0) return null;
  return (
    <PlaceDialog
      title={`この${waiting.length}枚は、どなたの${BREAK}写真ですか？`}
      onClose={photoQueue.letGo}
      onChoose={photoQueue.place}
      onSeveral={photoQueue.place}
    />
  );
}
