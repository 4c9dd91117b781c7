import { z } from 'zod';
import type { CivilDate } from '#lib/calendar.ts';
import { addDays, civilDateOf, hourOf, isCivilDate, startOfDay } from '#lib/calendar.ts';
import { HOUR_MS } from '#lib/durations.ts';
import { formatDay } from '#lib/format-ja.ts';
import { lines, sent } from '#lib/input.ts';

/**
 * The days of a facility that ends (domain.md#endings), in Tokyo. Until its last day all goes on;
 * then families read and take home; once these days are over, and not before, it may be deleted.
 */
export type EndingPhase = 'none' | 'announced' | 'taking-home' | 'due';

/** After the last day, for families to take home. Nobody shortens them. */
export const READ_DAYS = 60;
/** So long the links of a facility that was deleted say that it ended. */
export const ENDED_KEPT_DAYS = 366;
/** From today to the last day, unless asked otherwise. */
export const LEAST_DAYS_AHEAD = 30;
/** Later is a mistake in writing. */
const MOST_DAYS_AHEAD = 730;
export const ENDING_WORDS_MAX_LENGTH = 600;

/** @param endsOn null without an ending */
export function phaseOf(endsOn: CivilDate | null, now: Date): EndingPhase {
  if (endsOn === null) return 'none';
  const today = civilDateOf(now);
  if (today <= endsOn) return 'announced';
  return today <= lastDayToRead(endsOn) ? 'taking-home' : 'due';
}

/** Its letters are only read: staff export, nothing is sent. */
export const isOverFor = (endsOn: CivilDate | null, now: Date): boolean =>
  !['none', 'announced'].includes(phaseOf(endsOn, now));

/** Whether what comes on that day still comes. */
export const comesOn = (endsOn: CivilDate | null, day: CivilDate): boolean =>
  endsOn === null || day <= endsOn;

/** The last of the days that families have at least. */
export const lastDayToRead = (endsOn: CivilDate): CivilDate => addDays(endsOn, READ_DAYS);

/** So many hours a day may be taken back, or corrected, before anybody is told of it. */
export const REST_HOURS = 1;
/** Nobody is woken by it, in Tokyo. */
export const TELLING_HOURS = { from: 9, until: 19 };

/** When families may be told of what is set, or taken back, at that instant. */
export function tellingFrom(setAt: Date): Date {
  const rested = new Date(setAt.getTime() + REST_HOURS * HOUR_MS);
  const [day, hour] = [civilDateOf(rested), hourOf(rested)];
  if (hour >= TELLING_HOURS.from && hour < TELLING_HOURS.until) return rested;
  const on = hour < TELLING_HOURS.from ? day : addDays(day, 1);
  return new Date(startOfDay(on).getTime() + TELLING_HOURS.from * HOUR_MS);
}

/** The first day that may be chosen: families can still be told of it. */
export const firstLastDay = (now: Date, isShort: boolean): CivilDate =>
  isShort ? civilDateOf(tellingFrom(now)) : addDays(civilDateOf(now), LEAST_DAYS_AHEAD);

export const lastLastDay = (today: CivilDate): CivilDate => addDays(today, MOST_DAYS_AHEAD);

/** `2027年3月31日(水)` */
export const formatEndingDay = (day: CivilDate): string =>
  `${day.slice(0, 4)}年${formatDay(day, day)}`;

const missingDay = '最後の日を選んでください。';
const EndsOn = sent(missingDay, 10).refine(isCivilDate, missingDay);

export const EndingInput = z.object({
  endsOn: EndsOn,
  /** In the facility's words; empty for ours. */
  words: lines({ label: 'ご家族への文章', max: ENDING_WORDS_MAX_LENGTH }),
  /** Sooner than LEAST_DAYS_AHEAD, ticked in words. */
  isShort: z.preprocess((value) => value === 'on' || value === true, z.boolean()),
});
export type EndingInput = z.output<typeof EndingInput>;

/** Families are told with it. */
export const EndingForm = EndingInput.extend({
  agreed: z.preprocess(
    (value) => value === 'on',
    z.literal(true, '内容を確かめて、しるしを付けてください。'),
  ),
});

/** To families, the same before and after the last day. */
export const endingNotice = (name: string, endsOn: CivilDate): string =>
  `${name}のつきだよりは、${formatEndingDay(endsOn)}までです。お便りは${formatEndingDay(lastDayToRead(endsOn))}まで、ここで読み、保存できます。`;

/** In a letter, which has no room for more. */
export const shortNotice = (endsOn: CivilDate): string =>
  `お便りは${formatEndingDay(lastDayToRead(endsOn))}まで読めます。`;
