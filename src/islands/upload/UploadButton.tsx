import { useStore } from '@nanostores/react';
import { useDropzone } from '@uppy/react';
import { useMemo, useRef, useState } from 'react';
import { placeOf } from '#features/item/item-filter.ts';
import { ACCEPTED_TYPES } from '#features/photo/photo-limits.ts';
import { $filter } from '#stores/items.ts';
import { $uploadTarget } from '#stores/upload-target.ts';
import type { Uploader } from '#stores/uploader.ts';
import { $held } from '#stores/uploader.ts';
import { PlaceDialog } from '#islands/place/PlaceDialog.tsx';
import type { StartPlace } from '#islands/place/useRefusal.ts';
import { useRefusal } from '#islands/place/useRefusal.ts';
import { useFileDrag } from './useFileDrag.ts';

interface Props {
  uploader: Uploader;
  start: StartPlace;
}

/** Asks whose photos they are unless the page says so, then opens the picker. */
export function UploadButton({ uploader, start }: Props) {
  // Empty on the server, and until the list's island has hydrated.
  const shown = useStore($filter, { ssr: 'initial' }).shown || start.shown;
  const held = useStore($held);
  const [isAsking, setIsAsking] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const place = placeOf(shown);
  const refusal = useRefusal(start);
  const isDragging = useFileDrag() && refusal === null;
  const options = useMemo(() => {
    // A resident's page decides where photos go.
    const choose = (): void => {
      if (place !== undefined) $uploadTarget.set(place);
    };
    return { noClick: true, onDrop: choose, onFileInputChange: choose };
  }, [place]);
  const { getRootProps, getInputProps } = useDropzone(options);
  const pick = (residentId: string | null): void => {
    $uploadTarget.set(residentId);
    input.current?.click();
  };
  // The list says why.
  if (refusal !== null) return null;
  return (
    <div className="dock-action" {...getRootProps()}>
      <input
        {...getInputProps()}
        ref={input}
        accept={ACCEPTED_TYPES.join(',')}
        multiple
        hidden
        aria-label="写真を選ぶ"
      />
      <p className="drop-hint">
        ボタンをクリックして写真を選ぶか、ここに写真をドロップしてください
      </p>
      <button
        type="button"
        id="add-photos"
        className="button"
        onClick={() => (place === undefined ? setIsAsking(true) : pick(place))}
      >
        写真を撮る・選ぶ
        {place === undefined && <small>どなたの写真かを先にお聞きします</small>}
      </button>
      {isDragging && (
        <div className="drop-anywhere">
          <p>ここに写真をドロップしてください</p>
        </div>
      )}
      {isAsking && (
        <PlaceDialog
          title="どなたの写真ですか？"
          onClose={() => setIsAsking(false)}
          onChoose={(residentId) => {
            setIsAsking(false);
            pick(residentId);
          }}
        />
      )}
      {held.length > 0 && (
        <PlaceDialog
          title={`この${held.length}枚は、どなたの写真ですか？`}
          onClose={() => uploader.letGo()}
          onChoose={(residentId) => uploader.place(residentId)}
        />
      )}
    </div>
  );
}
