import { z } from 'zod';

/** The thanks that a family can send with one press; kept in `letter_reads.stamp`. */
export const STAMPS = ['thanks', 'glad', 'relieved'] as const;
export type Stamp = (typeof STAMPS)[number];

export const STAMP_WORDS: Record<Stamp, string> = {
  thanks: 'ありがとう',
  glad: 'うれしい',
  relieved: '元気そうでよかった',
};

/** A family's 見ました for a letter. */
export interface Seen {
  /** An instant: the first press. */
  at: string;
  stamp: Stamp | null;
}

/** The form under a letter; the plain button neither sends nor removes a stamp. */
export const SeenInput = z.object({
  stamp: z
    .enum([...STAMPS, ''])
    .default('')
    .transform((stamp) => (stamp === '' ? null : stamp)),
});

/** Ignores unknown stamps, for example from an older version. */
export const readStamp = (text: string | null): Stamp | null =>
  STAMPS.find((stamp) => stamp === text) ?? null;

/** How many families sent each stamp. */
export const countStamps = (all: readonly (Seen | null)[]): Record<Stamp, number> =>
  Object.fromEntries(
    STAMPS.map((stamp) => [stamp, all.filter((seen) => seen?.stamp === stamp).length]),
  ) as Record<Stamp, number>;
