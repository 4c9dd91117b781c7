import { AsyncLocalStorage } from 'node:async_hooks';
import { HOUR_MS } from '#lib/durations.ts';

const causes = new AsyncLocalStorage<string>();

/** Runs work whose holds of the event loop are noted under a name. */
export const workOf = <T>(cause: string, run: () => T): T => causes.run(cause, run);

/** Milliseconds since the start of the process. */
interface Span {
  from: number;
  to: number;
}

/** Of this turn of the loop. */
let turn: Map<string, Span> | undefined;
let current = new Map<string, number>();
let former = new Map<string, number>();
let since = performance.now();

/**
 * Notes that the loop worked for a cause. What it does until its next turn holds it as one piece,
 * which is how long anyone else had to wait.
 */
export function noteWork(forMs = 0): void {
  const to = performance.now();
  const cause = causes.getStore() ?? 'requests';
  if (!turn) {
    turn = new Map();
    setImmediate(endTurn);
  }
  const span = turn.get(cause);
  if (span) span.to = to;
  else turn.set(cause, { from: to - forMs, to });
}

function endTurn(): void {
  const now = performance.now();
  if (now - since > HOUR_MS) {
    former = current;
    current = new Map();
    since = now;
  }
  for (const [cause, { from, to }] of turn ?? []) {
    current.set(cause, Math.max(current.get(cause) ?? 0, to - from));
  }
  turn = undefined;
}

/** The longest hold of each cause in the last hour or two, in milliseconds, the longest first. */
export const longestHolds = (): [cause: string, ms: number][] =>
  [...new Set([...current.keys(), ...former.keys()])]
    .map((cause): [string, number] => {
      const ms = Math.max(current.get(cause) ?? 0, former.get(cause) ?? 0);
      return [cause, Math.round(ms * 10) / 10];
    })
    .sort(([, a], [, b]) => b - a);
