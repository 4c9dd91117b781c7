import type { KanaRow } from '#lib/kana.ts';

/** Where a kana row begins on the list page. */
export const anchorOf = (row: KanaRow): string => `row-${row}`;
