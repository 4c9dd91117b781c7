import { atom } from 'nanostores';
import { TOAST_MS } from '#lib/ui-constants.ts';

export interface Notice {
  text: string;
  undo?: (() => Promise<void>) | undefined;
  /** Where to undo once the message is gone. */
  later?: { href: string; text: string } | undefined;
}

/** Long enough to decide and reach for it. */
const UNDO_SHOWN_MS = 15_000;
export const $notice = atom<Notice | null>(null);
let timer: ReturnType<typeof setTimeout> | null = null;

export function notify(notice: Notice): void {
  if (timer) clearTimeout(timer);
  timer = setTimeout(() => $notice.set(null), notice.undo ? UNDO_SHOWN_MS : TOAST_MS);
  $notice.set(notice);
}
