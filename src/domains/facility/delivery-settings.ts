import { z } from 'zod';
import type { YearMonth } from '#lib/calendar.ts';
import { addMonths, civilDateOf, firstDayOf, startOfDay, yearMonthOf } from '#lib/calendar.ts';
import { HOUR_MS } from '#lib/durations.ts';
import { line, lines, orEmpty, wholeNumber } from '#lib/input.ts';

export const SENDER_NAME_MAX_LENGTH = 60;
export const SIGNATURE_MAX_LENGTH = 500;

/** No phone should ring at night. */
const FIRST_HOUR = 6;
const LAST_HOUR = 21;
export const DELIVERY_HOURS = Array.from(
  { length: LAST_HOUR - FIRST_HOUR + 1 },
  (_, n) => FIRST_HOUR + n,
);

const hourText = 'メールをお送りする時刻を選んでください。';

export const DeliverySettingsInput = z.strictObject({
  mailEnabled: z.boolean(),
  hour: wholeNumber(hourText).refine((hour) => DELIVERY_HOURS.includes(hour), hourText),
  senderName: orEmpty(
    line({ label: '差出人のお名前', max: SENDER_NAME_MAX_LENGTH, required: false }),
  ),
  signature: lines({ label: '署名', max: SIGNATURE_MAX_LENGTH }),
  earlyLook: z.boolean(),
  /** Families may send words (domain.md#answers). */
  takesAnswers: z.boolean(),
});

export type DeliverySettings = z.output<typeof DeliverySettingsInput>;

export const DEFAULT_SETTINGS: DeliverySettings = {
  mailEnabled: true,
  hour: 9,
  senderName: '',
  signature: '',
  earlyLook: false,
  takesAnswers: true,
};

/** When a month's letters are sent: on the 1st of the next one, at that hour in Tokyo. */
export const dueAt = (yearMonth: YearMonth, hour: number): Date =>
  new Date(startOfDay(firstDayOf(addMonths(yearMonth, 1))).getTime() + hour * HOUR_MS);

/** The first letter that is not sent when a trial ends then; at that very instant it is over. */
export function firstMissed(trialEndsAt: string, hour: number): YearMonth {
  const yearMonth = yearMonthOf(civilDateOf(new Date(trialEndsAt)));
  const before = addMonths(yearMonth, -1);
  return dueAt(before, hour) >= new Date(trialEndsAt) ? before : yearMonth;
}
