import { HOUR_MS, MINUTE_MS, SECOND_MS } from '#lib/durations.ts';

interface Sample {
  at: number;
  left: number;
}

/** What is known of the time that an upload still takes; the words stay for a while. */
interface TimeLeft {
  samples: readonly Sample[];
  words: string | null;
  /** What the words say. */
  ms: number;
  saidAt: number;
}

export const UNKNOWN_TIME: TimeLeft = { samples: [], words: null, ms: 0, saidAt: 0 };

/** The speed is that of so long … */
const WINDOW_MS = 40 * SECOND_MS;
/** … and not trusted before. */
const MIN_WINDOW_MS = 12 * SECOND_MS;
const STAY_MS = 15 * SECOND_MS;
/** Lines vary: only a much longer time is told. */
const MUCH_LONGER = 1.5;

/** @param left bytes to be sent @param at milliseconds */
export function estimate(known: TimeLeft, left: number, at: number): TimeLeft {
  const last = known.samples.at(-1);
  if (last && left > last.left) return { ...known, samples: [{ at, left }] };
  const samples = [...known.samples.filter((sample) => at - sample.at <= WINDOW_MS), { at, left }];
  const next = { ...known, samples };
  const ms = msLeft(samples);
  if (ms === null || !isWorthSaying(known, ms, at)) return next;
  return { ...next, words: wordsFor(ms), ms, saidAt: at };
}

function msLeft(samples: readonly Sample[]): number | null {
  const [first, last] = [samples[0], samples.at(-1)];
  if (!first || !last) return null;
  const [sent, took] = [first.left - last.left, last.at - first.at];
  return took < MIN_WINDOW_MS || sent <= 0 ? null : (last.left / sent) * took;
}

function isWorthSaying({ words, ms: said, saidAt }: TimeLeft, ms: number, at: number): boolean {
  if (words === null) return true;
  if (at - saidAt < STAY_MS) return false;
  return ms < said || ms > (said - (at - saidAt)) * MUCH_LONGER;
}

const STEP = 5;
const EXACT_UP_TO = 10;

function wordsFor(ms: number): string {
  if (ms > HOUR_MS) return 'あと1時間以上かかります';
  const minutes = Math.ceil(ms / MINUTE_MS);
  if (ms < MINUTE_MS / 2) return 'まもなく終わります';
  const rounded = minutes <= EXACT_UP_TO ? minutes : Math.ceil(minutes / STEP) * STEP;
  return `あと約${rounded}分`;
}
