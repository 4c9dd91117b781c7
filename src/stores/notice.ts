import { atom } from 'nanostores';
import type { Item } from '../features/item/item.ts';

/** One sentence about what was just done; a deletion can be taken back from it. */
export interface Notice {
  text: string;
  deleted?: { item: Item; at: number };
}

const SHOWN_MS = 10_000;
export const $notice = atom<Notice | null>(null);
let timer: ReturnType<typeof setTimeout> | null = null;

/** Shows a sentence for some seconds, or takes it away. */
export function notify(notice: Notice | null): void {
  if (timer) clearTimeout(timer);
  timer = notice ? setTimeout(() => $notice.set(null), SHOWN_MS) : null;
  $notice.set(notice);
}
