import type { ChangeEvent, DragEvent } from 'react';
import type { PhotoPlace } from '#domains/photo/photo-place.ts';
import { $uploadTarget, photoQueue } from '#stores/photo-queue.ts';

/**
 * As Uppy's `useDropzone`, which needs Uppy itself; files go to a queue that loads it.
 * @param place where photos go however they come, on a page of one place
 */
export function usePhotoDrop(place: PhotoPlace | undefined) {
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
