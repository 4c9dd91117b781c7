import { hasTyped } from '#client/typed.ts';

const NOTICE =
  '画面の一部を読み込めませんでした。書きかけのものや写真の送信が終わってから、ページを開き直してください。';

/**
 * A part of the page that cannot be loaded, as after an update of the server, is loaded with the
 * whole page again (domain.md#pages). Once: a page that was itself reloaded only says so. What
 * somebody has typed or is sending is worth more than the missing part.
 */
export function reloadOnFailedLoad(): void {
  let isTyped = false;
  let isOver = false;
  const mend = (): void => {
    if (isOver) return;
    isOver = true;
    if (isTyped || !mayReload()) say(NOTICE);
    else location.reload();
  };
  addEventListener('input', () => (isTyped = true), { capture: true });
  addEventListener('astro:hydration-error', mend);
  addEventListener('vite:preloadError', mend);
  // Of elements it does not bubble.
  addEventListener('error', ({ target }) => target instanceof HTMLScriptElement && mend(), true);
}

function mayReload(): boolean {
  const [page] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  const isFirst = page !== undefined && page.type !== 'reload';
  // What a refused form holds came with the page, and would not come again.
  const isAnswer = new URLSearchParams(location.search).has('_action');
  return isFirst && !isAnswer && !hasTyped() && !isWorking();
}

/** Code with unsaved work listens to beforeunload, so ask it that way. */
const isWorking = (): boolean => !dispatchEvent(new Event('beforeunload', { cancelable: true }));

function say(text: string): void {
  const notice = document.createElement('p');
  notice.className = 'notice';
  notice.setAttribute('role', 'status');
  document.getElementById('main')?.prepend(notice);
  // Heard only if it comes into what is already there.
  setTimeout(() => (notice.textContent = text));
}
