import { atom } from 'nanostores';
import { LOADING_DURATION_MS, LOADING_THROTTLE_MS, LOADING_TICK_MS } from '#lib/ui-constants.ts';

/** null while hidden (domain.md#looks). */
export const $loadingPercent = atom<number | null>(null);

/** Waits here: the duration is unknown. */
const ALMOST_PERCENT = 95;
const STEP_PERCENT = (100 * LOADING_TICK_MS) / LOADING_DURATION_MS;

const underWay = new Set<symbol>();
let throttle: ReturnType<typeof setTimeout> | undefined;
let ticker: ReturnType<typeof setInterval> | undefined;

/** Short waits show no bar. @returns a function that ends it */
export function beginLoading(): () => void {
  const turn = Symbol('loading');
  underWay.add(turn);
  if (underWay.size === 1) waitAWhile();
  return () => {
    if (underWay.delete(turn) && underWay.size === 0) finish();
  };
}

export const whileLoading = <T>(call: Promise<T>): Promise<T> => call.finally(beginLoading());

export function forgetLoading(): void {
  underWay.clear();
  stopTimers();
  $loadingPercent.set(null);
}

function waitAWhile(): void {
  stopTimers();
  $loadingPercent.set(null);
  throttle = setTimeout(() => {
    $loadingPercent.set(0);
    ticker = setInterval(grow, LOADING_TICK_MS);
  }, LOADING_THROTTLE_MS);
}

const grow = (): void =>
  $loadingPercent.set(Math.min(ALMOST_PERCENT, ($loadingPercent.get() ?? 0) + STEP_PERCENT));

/** Shows a full bar before it disappears. */
function finish(): void {
  stopTimers();
  if ($loadingPercent.get() === null) return;
  $loadingPercent.set(100);
  throttle = setTimeout(() => $loadingPercent.set(null), LOADING_TICK_MS);
}

function stopTimers(): void {
  clearTimeout(throttle);
  clearInterval(ticker);
}
