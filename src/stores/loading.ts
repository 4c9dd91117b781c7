import { atom } from 'nanostores';
import { LOADING_DURATION_MS, LOADING_THROTTLE_MS, LOADING_TICK_MS } from '../lib/ui-constants.ts';

/** Percent of the loading bar; null while it is not shown (domain.md#looks). */
export const $loadingPercent = atom<number | null>(null);

/** Nobody knows how long it takes: the end is kept for the end. */
const ALMOST_PERCENT = 95;
const STEP_PERCENT = (100 * LOADING_TICK_MS) / LOADING_DURATION_MS;

const underWay = new Set<symbol>();
let throttle: ReturnType<typeof setTimeout> | undefined;
let ticker: ReturnType<typeof setInterval> | undefined;

/**
 * Says that the person waits for something; what is quick shows no bar.
 * @returns says that it has come; saying it twice does no harm.
 */
export function beginLoading(): () => void {
  const turn = Symbol('loading');
  underWay.add(turn);
  if (underWay.size === 1) waitAWhile();
  return () => {
    if (underWay.delete(turn) && underWay.size === 0) finish();
  };
}

/** Shows the bar for as long as a call takes. */
export async function whileLoading<T>(call: Promise<T>): Promise<T> {
  const end = beginLoading();
  try {
    return await call;
  } finally {
    end();
  }
}

/** Forgets all that was waited for, as when a page comes back out of the browser's memory. */
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

/** A bar that is seen is seen full before it goes. */
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
