import { z } from 'zod';

/** One-press thanks, in `letter_reads.stamp`. */
export const STAMPS = ['thanks', 'glad', 'relieved'] as const;
export type Stamp = (typeof STAMPS)[number];

export const STAMP_WORDS: Record<Stamp, string> = {
  thanks: 'ありがとう',
  glad: 'うれしい',
  relieved: '元気そうでよかった',
};

export interface Seen {
  at: string;
  stamp: Stamp | null;
}

/** The plain button leaves the stamp as it is. */
export const SeenInput = z.object({
  stamp: z
    .enum([...STAMPS, ''])
    .default('')
    .transform((stamp) => (stamp === '' ? null : stamp)),
});

/** Ignores stamps of other versions. */
export const readStamp = (text: string | null): Stamp | null =>
  STAMPS.find((stamp) => stamp === text) ?? null;

export const perStamp = (count: (stamp: Stamp) => number): Record<Stamp, number> =>
  Object.fromEntries(STAMPS.map((stamp) => [stamp, count(stamp)])) as Record<Stamp, number>;

export const countStamps = (all: readonly (Seen | null)[]): Record<Stamp, number> =>
  perStamp((stamp) => all.filter((seen) => seen?.stamp === stamp).length);
