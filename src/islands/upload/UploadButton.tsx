import { useStore } from '@nanostores/react';
import type { ChangeEvent, DragEvent } from 'react';
import { useEffect, useRef, useState } from 'react';
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
      <p className="drop-hint soft">ボタンを押すか、写真をここへ移してください</p>
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

/**
 * As Uppy's `useDropzone`, which needs Uppy itself; files go to a queue that loads it.
 * @param place where photos go however they come, on a page of one place
 */
function usePhotoDrop(place: PhotoPlace | undefined) {
  const add = (list: FileList | null): void => {
    const files = [...(list ?? [])];
    if (files.length === 0) return;
    const target = place === undefined ? $uploadTarget.get() : place;
    $uploadTarget.set(undefined); // the next photos are asked for again
    photoQueue.add(files, target);
  };
  return {
    zone: {
      onDragEnter: take,
      onDragOver: take,
      onDragLeave: take,
      onDrop: (event: DragEvent) => {
        take(event);
        add(event.dataTransfer.files);
      },
    },
    onPick: ({ target }: ChangeEvent<HTMLInputElement>) => {
      add(target.files);
      target.value = ''; // so that the same file can be chosen again
    },
  };
}

/** The page's own handlers do not see it. */
function take(event: DragEvent): void {
  event.preventDefault();
  event.stopPropagation();
}

const carriesFiles = (event: globalThis.DragEvent): boolean =>
  event.dataTransfer?.types.includes('Files') ?? false;

/** While files are dragged, the page is one large drop zone. */
function useFileDrag(): boolean {
  const [isDragging, setIsDragging] = useState(false);
  useEffect(() => {
    const enter = (event: globalThis.DragEvent): void => setIsDragging(carriesFiles(event));
    // Moving between elements of the page has a related target.
    const leave = (event: globalThis.DragEvent): void => {
      if (event.relatedTarget === null) setIsDragging(false);
    };
    // A photo dropped next to the zone would otherwise replace the page.
    const end = (event: globalThis.DragEvent): void => {
      setIsDragging(false);
      if (carriesFiles(event)) event.preventDefault();
    };
    const over = (event: globalThis.DragEvent): void => {
      if (carriesFiles(event)) event.preventDefault();
    };
    const controller = new AbortController();
    const { signal } = controller;
    addEventListener('dragenter', enter, { signal });
    addEventListener('dragleave', leave, { signal });
    addEventListener('dragover', over, { signal });
    addEventListener('drop', end, { signal, capture: true });
    return () => controller.abort();
  }, []);
  return isDragging;
}
