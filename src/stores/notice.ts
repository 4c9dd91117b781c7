import { atom } from 'nanostores';
import type { Item } from '../features/item/item.ts';

/** One sentence about what was just done; a deletion can be taken back from it. */
export interface Notice {
  text: string;
  deleted?: { item: Item; at: number };
}

/** Spec 9; what can be taken back stays long enough to think. */
const TOAST_MS = 2500;
const UNDO_SHOWN_MS = 10_000;
export const $notice = atom<Notice | null>(null);
let timer: ReturnType<typeof setTimeout> | null = null;

/** Shows a sentence for some seconds. */
export function notify(notice: Notice): void {
  if (timer) clearTimeout(timer);
  timer = setTimeout(() => $notice.set(null), notice.deleted ? UNDO_SHOWN_MS : TOAST_MS);
  $notice.set(notice);
}
