import type { YearMonth } from '#lib/calendar.ts';
import { monthOf } from '#lib/calendar.ts';

export const monthAnchor = (yearMonth: YearMonth): string => `m${monthOf(yearMonth)}`;
