import { leadsAway } from './leaving.ts';
import { $loadingPercent, beginLoading, forgetLoading } from '#stores/loading.ts';

/** A download leaves this page open. */
const GIVE_UP_MS = 30_000;

/** For page loads and for calls of islands. */
export function showLoadingBar(bar: HTMLProgressElement): void {
  $loadingPercent.subscribe((percent) => {
    bar.hidden = percent === null;
    bar.value = percent ?? 0;
  });
  // On the window, after handlers that prevent navigation.
  addEventListener('click', (event) => {
    if (isPlain(event) && isLinkAway(event.target)) waitForPage();
  });
  addEventListener('submit', (event) => {
    const form = event.target as HTMLFormElement;
    if (!event.defaultPrevented && form.method !== 'dialog') waitForPage();
  });
  addEventListener('pageshow', forgetLoading);
}

const waitForPage = (): void => void setTimeout(beginLoading(), GIVE_UP_MS);

const isPlain = (event: MouseEvent): boolean =>
  !event.defaultPrevented &&
  event.button === 0 &&
  !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey);

function isLinkAway(target: EventTarget | null): boolean {
  const link = target instanceof Element ? target.closest('a') : null;
  if (!(link instanceof HTMLAnchorElement)) return false;
  const { href, target: where } = link;
  const isDownload = link.hasAttribute('download');
  return leadsAway({ href, target: where, isDownload }, location.href);
}
