import { z } from 'zod';
import { EmailInput } from '#domains/account/session/session.ts';
import { REQUIRED_ADDRESS } from '#domains/facility/address.ts';
import type { FamilyWay } from '#domains/people/family.ts';
import type { YearMonth } from '#lib/calendar.ts';
import { addMonths } from '#lib/calendar.ts';
import { formatMonthFrom } from '#lib/format-ja.ts';
import { orEmpty } from '#lib/input.ts';

/** For how many letters a family may pause. */
export const PAUSES = [1, 2, 3, 6, 12] as const;
const pauseText = 'どれくらい休むかを選んでください。';

/** What a family changes on its page 受け取り方 (domain.md#how-a-family-receives). */
export const OwnWayPress = z.discriminatedUnion('press', [
  z.object({
    press: z.literal('pause'),
    letters: z
      .string(pauseText)
      .transform(Number)
      .refine((letters) => PAUSES.some((each) => each === letters), pauseText),
  }),
  z.object({ press: z.literal('resume') }),
  z.object({ press: z.literal('stop') }),
  z.object({ press: z.literal('email') }),
  z.object({ press: z.literal('address'), email: orEmpty(EmailInput) }),
  z.object({ press: z.literal('paper'), ...REQUIRED_ADDRESS }),
]);
export type OwnWayPress = z.output<typeof OwnWayPress>;

/** What was typed and chosen, to be shown again. */
type OwnWayFields = Readonly<Record<string, string>>;

/** How the family gets its letters, as its own page shows it. */
export interface OwnWay {
  way: FamilyWay;
  /** Without LINE. */
  registered: Exclude<FamilyWay, 'line'>;
  getsMail: boolean;
  /** Parts are hidden: the link may lie with others. */
  email: string | null;
  pausedUntil: YearMonth | null;
  hasStopped: boolean;
  /** Mails come back from its address: it is asked for a proof, or another one. */
  hasComeBack: boolean;
  address: OwnWayFields;
  /** The resident has left or died: nothing is to be changed. */
  hasEnded: boolean;
  /** The letter of the month of leaving, which is still to come. */
  lastOne: YearMonth | null;
}

/** `11月1日`, `2027年1月1日`: when the letter of a month comes. @param now this month */
export const dayOfLetter = (yearMonth: YearMonth, now: YearMonth): string =>
  `${formatMonthFrom(now, addMonths(yearMonth, 1))}1日`;

/** `t…@example.jp` */
export const hidden = (email: string): string => email.replace(/^(.).*(?=@)/u, '$1…');

/** What makes a family one that gets no mail until it says so itself. */
export const stopColumns = ({ delivery }: { delivery: string }, now: Date) => ({
  stopped_at: now.toISOString(),
  also_by_mail: 0 as const,
  ...(delivery === 'email' && { delivery: 'link' as const }),
});
