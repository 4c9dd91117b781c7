import type { KanaRow } from '#lib/kana.ts';

/** Anchor of a kana row. */
export const anchorOf = (row: KanaRow): string => `row-${row}`;
