import { z } from 'zod';
import { isCivilDate } from '#lib/calendar.ts';
import { DAY_MS } from '#lib/durations.ts';
import { sent } from '#lib/input.ts';
import { readWrittenDay } from '#lib/written-day.ts';

const OLDEST_DAY = '1868-01-25';
// what comes before has no calendar of ours

export const civilDay = (label: string) =>
  sent(`${label}を確かめてください。`, 10)
    .trim()
    .refine((text) => isCivilDate(text) && text >= OLDEST_DAY, `${label}を確かめてください。`)
    .nullable();

const WRITTEN_DAY_MAX_LENGTH = 30;
/** 西暦 or 和暦; empty is null. */
export const WrittenDay = z.preprocess(
  (value) => value ?? '',
  sent('日付を確かめてください。', WRITTEN_DAY_MAX_LENGTH)
    .trim()
    .transform((text, ctx) => {
      if (text === '') return null;
      const { date, problem } = readWrittenDay(text);
      if (date !== undefined) return date;
      ctx.addIssue({ code: 'custom', message: problem });
      return z.NEVER;
    }),
);

/** Who does not know a day says so in words. */
const UNKNOWN =
  /^(?:不明|不詳|未詳|未確認|未記入|未定|未入力|わからない|分からない|わかりません|空欄|なし|無し?|[-‐-―−ー?？*＊/／…・.]+|unknown|n\/a|null)$/iu;
const CELL_MAX_LENGTH = 100;
/** A spreadsheet's day, counted from 1900: of somebody who lives. */
const COUNTED = /^[1-4]\d{4}$/;
const FIRST_COUNTED = Date.UTC(1899, 11, 30);

/** In a list. */
export const DayCell = z.preprocess((cell) => {
  if (typeof cell !== 'string' || cell.length > CELL_MAX_LENGTH) return cell;
  const text = cell.normalize('NFKC').trim();
  if (UNKNOWN.test(cell.trim())) return '';
  if (!COUNTED.test(text)) return cell;
  return new Date(FIRST_COUNTED + Number(text) * DAY_MS).toISOString().slice(0, 10);
}, WrittenDay);
