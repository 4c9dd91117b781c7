import { atom } from 'nanostores';
import { LOADING_DURATION_MS, LOADING_THROTTLE_MS, LOADING_TICK_MS } from '#lib/ui-constants.ts';

/** Percentage of the loading bar; null while hidden (domain.md#looks). */
export const $loadingPercent = atom<number | null>(null);

/** The duration is unknown, so it waits here until the end. */
const ALMOST_PERCENT = 95;
const STEP_PERCENT = (100 * LOADING_TICK_MS) / LOADING_DURATION_MS;

const underWay = new Set<symbol>();
let throttle: ReturnType<typeof setTimeout> | undefined;
let ticker: ReturnType<typeof setInterval> | undefined;

/**
 * Starts waiting for something; short waits show no bar.
 * @returns a function that ends it; may be called twice
 */
export function beginLoading(): () => void {
  const turn = Symbol('loading');
  underWay.add(turn);
  if (underWay.size === 1) waitAWhile();
  return () => {
    if (underWay.delete(turn) && underWay.size === 0) finish();
  };
}

export async function whileLoading<T>(call: Promise<T>): Promise<T> {
  const end = beginLoading();
  try {
    return await call;
  } finally {
    end();
  }
}

/** Resets everything, for pages from the back/forward cache. */
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

/** A visible bar is shown full before it disappears. */
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
