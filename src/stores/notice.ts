import { atom } from 'nanostores';
import { TOAST_MS } from '../lib/ui-constants.ts';

/** One sentence about what was just done, and perhaps the way to take it back. */
export interface Notice {
  text: string;
  undo?: (() => Promise<void>) | undefined;
  /** Where it can still be taken back when the notice has gone. */
  later?: { href: string; text: string } | undefined;
}

/** What can be taken back stays long enough to think and to reach for it. */
const UNDO_SHOWN_MS = 15_000;
export const $notice = atom<Notice | null>(null);
let timer: ReturnType<typeof setTimeout> | null = null;

/** Shows a sentence for some seconds. */
export function notify(notice: Notice): void {
  if (timer) clearTimeout(timer);
  timer = setTimeout(() => $notice.set(null), notice.undo ? UNDO_SHOWN_MS : TOAST_MS);
  $notice.set(notice);
}
