import { atom } from 'nanostores';
import type { Item } from '#domains/item/item.ts';
import type { Tally, Upload } from '#domains/photo/upload.ts';
import { EMPTY_TALLY, isUnderWay } from '#domains/photo/upload.ts';

/** Uploading and failed files (domain.md#the-photo-page). */
export const $uploads = atom<readonly Upload[]>([]);
export const $tally = atom<Tally>(EMPTY_TALLY);

/** Photos of 施設全体 that the batch has added, until their people are named or left unnamed. */
export const $unnamed = atom<readonly Item[]>([]);

/** Starts a new count once the last is complete. */
export function beginBatch(): void {
  if (!$uploads.get().some(isUnderWay)) endBatch();
}

export function endBatch(): void {
  $tally.set(EMPTY_TALLY);
  $unnamed.set([]);
}

export function noteUnnamed(items: readonly Item[]): void {
  const added = items.filter(({ residentId }) => residentId === null);
  if (added.length > 0) $unnamed.set([...$unnamed.get(), ...added]);
}

export function takeOn(uploads: readonly Upload[]): void {
  if (uploads.length === 0) return;
  const tally = $tally.get();
  const going = uploads.filter(isUnderWay).length;
  $tally.set({
    ...tally,
    total: tally.total + going,
    refused: tally.refused + uploads.length - going,
  });
  $uploads.set([...$uploads.get(), ...uploads]);
}

export const findUpload = (id: string): Upload | undefined =>
  $uploads.get().find((upload) => upload.id === id);

export function changeUpload(id: string, change: Partial<Upload>): void {
  $uploads.set(
    $uploads.get().map((upload) => (upload.id === id ? { ...upload, ...change } : upload)),
  );
}

/** Frees its picture unless still in use. */
export function dropUpload(id: string, keepPreview = false): void {
  const preview = findUpload(id)?.preview;
  if (preview && !keepPreview) URL.revokeObjectURL(preview);
  $uploads.set($uploads.get().filter((upload) => upload.id !== id));
}

export function tallyUp(key: Exclude<keyof Tally, 'refused'>, by: 1 | -1 = 1): void {
  const tally = $tally.get();
  $tally.set({ ...tally, [key]: tally[key] + by });
}

const PROGRESS_MS = 150;
const percents = new Map<string, number>();
let timer: ReturnType<typeof setTimeout> | null = null;

/** Updates the page a few times a second. */
export function noteProgress(id: string, percent: number): void {
  percents.set(id, percent);
  timer ??= setTimeout(() => {
    timer = null;
    $uploads.set(
      $uploads.get().map((upload) => {
        const known = percents.get(upload.id);
        return known === undefined || upload.state !== 'sending'
          ? upload
          : { ...upload, percent: known };
      }),
    );
    percents.clear();
  }, PROGRESS_MS);
}
