import { useStore } from '@nanostores/react';
import { useDropzone } from '@uppy/react';
import type { ComponentProps } from 'react';
import { useMemo, useRef, useState } from 'react';
import type { PhotoPlace } from '#features/item/photo-place.ts';
import { placeOf } from '#features/item/item-filter.ts';
import { $filter } from '#stores/items.ts';
import { $uploadTarget } from '#stores/upload-target.ts';
import type { Uploader } from '#stores/uploader.ts';
import { $held } from '#stores/uploader.ts';
import { PlaceDialog } from '#islands/place/PlaceDialog.tsx';
import type { StartPlace } from '#islands/place/useRefusal.ts';
import { useRefusal } from '#islands/place/useRefusal.ts';
import { PhotoInput } from './PhotoInput.tsx';
import { useFileDrag } from './useFileDrag.ts';

interface Props {
  uploader: Uploader;
  start: StartPlace;
}

/** Asks whose photos they are unless the page says so, then opens the picker. */
export function UploadButton({ uploader, start }: Props) {
  // Empty on the server, and until the list's island has hydrated.
  const shown = useStore($filter, { ssr: 'initial' }).shown || start.shown;
  const [isAsking, setIsAsking] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const place = placeOf(shown);
  const refusal = useRefusal(start);
  const isDragging = useFileDrag() && refusal === null;
  const { getRootProps, getInputProps } = usePlacedDropzone(place);
  const pick = (target: PhotoPlace): void => {
    setIsAsking(false);
    $uploadTarget.set(target);
    input.current?.click();
  };
  // The list says why.
  if (refusal !== null) return null;
  return (
    <div className="dock-action" {...getRootProps()}>
      <PhotoInput {...getInputProps()} ref={input} multiple aria-label="写真を選ぶ" />
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
      {isDragging && <DropAnywhere />}
      {isAsking && <AskWhose onClose={() => setIsAsking(false)} onChoose={pick} onSeveral={pick} />}
      <HeldFiles uploader={uploader} />
    </div>
  );
}

/** A page of one resident says by itself where photos go, however they come. */
function usePlacedDropzone(place: string | null | undefined) {
  const options = useMemo(() => {
    const choose = (): void => {
      if (place !== undefined) $uploadTarget.set(place);
    };
    return { noClick: true, onDrop: choose, onFileInputChange: choose };
  }, [place]);
  return useDropzone(options);
}

const AskWhose = (props: Omit<ComponentProps<typeof PlaceDialog>, 'title'>) => (
  <PlaceDialog title="どなたの写真ですか？" {...props} />
);

const DropAnywhere = () => (
  <div className="drop-anywhere">
    <p>ここに写真をドロップしてください</p>
  </div>
);

/** Files that were dropped before a place was chosen. */
function HeldFiles({ uploader }: Pick<Props, 'uploader'>) {
  const held = useStore($held);
  if (held.length === 0) return null;
  return (
    <PlaceDialog
      title={`この${held.length}枚は、どなたの写真ですか？`}
      onClose={() => uploader.letGo()}
      onChoose={uploader.place}
      onSeveral={uploader.place}
    />
  );
}
