import { health } from '#lib/page-paths.ts';
import { hasTyped } from '#client/typed.ts';

const NOTICE =
  '画面の一部を読み込めませんでした。書きかけのものや写真の送信が終わってから、ページを開き直してください。';

/**
 * Reloads once when a part of the page is missing, as after an update (domain.md#pages); with
 * unsaved input it only shows a notice.
 */
export function reloadOnFailedLoad(): void {
  let isTyped = false;
  let isOver = false;
  const mend = async (): Promise<void> => {
    if (isOver) return;
    isOver = true;
    // Without the server a reload would leave nothing of the page.
    const isThere = await fetch(health, { cache: 'no-store' }).then(
      ({ ok }) => ok,
      () => false,
    );
    if (!isThere || isTyped || !mayReload()) say(NOTICE);
    else location.reload();
  };
  addEventListener('input', () => (isTyped = true), { capture: true });
  addEventListener('astro:hydration-error', () => void mend());
  addEventListener('vite:preloadError', () => void mend());
  // On elements this event does not bubble.
  addEventListener(
    'error',
    ({ target }) => target instanceof HTMLScriptElement && void mend(),
    true,
  );
}

function mayReload(): boolean {
  const [page] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  const isFirst = page !== undefined && page.type !== 'reload';
  // A form's response cannot be loaded again.
  const isAnswer = new URLSearchParams(location.search).has('_action');
  return isFirst && !isAnswer && !hasTyped() && !isWorking();
}

/** Code with unsaved work listens to beforeunload. */
const isWorking = (): boolean => !dispatchEvent(new Event('beforeunload', { cancelable: true }));

function say(text: string): void {
  const notice = document.createElement('p');
  notice.className = 'notice';
  notice.setAttribute('role', 'status');
  document.getElementById('main')?.prepend(notice);
  // A live region announces only later changes.
  setTimeout(() => (notice.textContent = text));
}
