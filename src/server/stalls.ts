import { AsyncLocalStorage } from 'node:async_hooks';
import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { z } from 'zod';
import { HOUR_MS } from '#lib/durations.ts';
import { dataPaths } from './data-folder.ts';

const causes = new AsyncLocalStorage<string>();

/** Runs work whose event-loop stalls are noted under a name. */
export const workOf = <T>(cause: string, run: () => T): T => causes.run(cause, run);

/** Milliseconds since the start of the process. */
interface Span {
  from: number;
  to: number;
}

/** This turn of the loop. */
let turn: Map<string, Span> | undefined;
let current = new Map<string, number>();
let former = new Map<string, number>();
let since = performance.now();

/**
 * Notes that the loop worked for a cause. What it does until its next turn stalls it as one piece,
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

const Stalls = z.array(z.tuple([z.string(), z.number()]));

/** Causes and milliseconds, the longest first. */
type Stalls = z.output<typeof Stalls>;

/** The longest stall by each cause in the last hour or two. */
export const longestStalls = (): Stalls =>
  [...new Set([...current.keys(), ...former.keys()])]
    .map((cause): [string, number] => {
      const ms = Math.max(current.get(cause) ?? 0, former.get(cause) ?? 0);
      return [cause, Math.round(ms * 10) / 10];
    })
    .sort(([, a], [, b]) => b - a);

/** For commands, which are processes of their own. */
export const publishStalls = (dataDir: string): Promise<void> =>
  writeFile(dataPaths(dataDir).stalls, JSON.stringify(longestStalls()));

/** @returns none without a server that has told them */
export function readStalls(dataDir: string): Stalls {
  try {
    return Stalls.parse(JSON.parse(readFileSync(dataPaths(dataDir).stalls, 'utf8')));
  } catch {
    return [];
  }
}
