import type { KanaRow } from '#lib/kana.ts';

export const anchorOf = (row: KanaRow): string => `row-${row}`;
