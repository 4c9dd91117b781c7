/** How long answers took: counts in buckets whose bounds grow by the root of two. */
export type Spread = number[];

const BUCKETS = 40;
/** Upper bound of the first bucket, in milliseconds; that of the last is six minutes. */
const FIRST_MS = 0.5;
const PER_DOUBLING = 2;

export const emptySpread = (): Spread => new Array<number>(BUCKETS).fill(0);

/** @param ms at least 0 */
export function bucketOf(ms: number): number {
  if (ms <= FIRST_MS) return 0;
  return Math.min(BUCKETS - 1, Math.ceil(PER_DOUBLING * Math.log2(ms / FIRST_MS)));
}

const upperBound = (bucket: number): number => FIRST_MS * 2 ** (bucket / PER_DOUBLING);

/** Adds `more` to `spread`. */
export function addSpread(spread: Spread, more: Spread): void {
  for (const [bucket, n] of more.entries()) spread[bucket] = (spread[bucket] ?? 0) + n;
}

/**
 * The time in milliseconds within which a part of the answers came, interpolated within its bucket:
 * wrong by a fifth at most.
 * @param part from 0 to 1
 * @returns null without any
 */
export function quantile(spread: Spread, part: number): number | null {
  const total = spread.reduce((sum, n) => sum + n, 0);
  if (total === 0) return null;
  let left = part * total;
  for (const [bucket, n] of spread.entries()) {
    if (n > 0 && left <= n) {
      const from = bucket === 0 ? 0 : upperBound(bucket - 1);
      return from + (upperBound(bucket) - from) * (left / n);
    }
    left -= n;
  }
  return upperBound(BUCKETS - 1);
}

/** `3:12 4:1`: buckets that hold any. */
export const writeSpread = (spread: Spread): string =>
  spread.flatMap((n, bucket) => (n > 0 ? [`${bucket}:${n}`] : [])).join(' ');

/** What `writeSpread` wrote; anything else is left out. */
export function readSpread(text: string): Spread {
  const spread = emptySpread();
  for (const part of text.split(' ')) {
    const [bucket = NaN, n = NaN] = part.split(':').map(Number);
    if (bucket in spread && Number.isSafeInteger(n)) spread[bucket] = n;
  }
  return spread;
}
