import { z } from 'zod';
import type { YearMonth } from '#lib/calendar.ts';
import { sama } from '#lib/honorific.ts';
import { lines } from '#lib/input.ts';

export const LAST_WORDS_MAX_LENGTH = 600;
export const WORDS_LABEL = 'お便りに添える言葉';

/** After a death: nothing more, or one last letter (domain.md#states-of-life). */
const LAST_CHOICES = ['none', 'last'] as const;

export const LastLetter = z.object({
  choice: z.enum(LAST_CHOICES, 'どちらかを選んでください。'),
  /** Kept also with `none`, so that choosing again loses nothing. */
  words: lines({ label: WORDS_LABEL, max: LAST_WORDS_MAX_LENGTH }),
});
export type LastLetter = z.output<typeof LastLetter>;

/** What an admin decided after a death; null for everybody else. */
export interface LastLetterState extends LastLetter {
  /** The month under way when the death was entered. */
  yearMonth: YearMonth;
  isOut: boolean;
}

export const NO_WORDS = `${WORDS_LABEL}を入れてください。文例から始めることもできます。`;

/** To begin from; without words that condolences avoid. @param name with a space, no 様 */
export const lastPhrasesOf = (name: string): readonly string[] => [
  `${sama(name, ' ')}のご逝去を悼み、謹んでお悔やみ申し上げます。こちらでご一緒させていただいた時間に、職員一同、心より感謝しております。`,
  `${sama(name, ' ')}の在りし日のお姿を偲び、心よりお悔やみ申し上げます。ご家族の皆さまに、おだやかな時間が訪れますよう、お祈りいたします。`,
  `${sama(name, ' ')}のおだやかなお顔や、かけてくださったお言葉を、職員一同、大切に覚えております。安らかなお眠りを、心よりお祈り申し上げます。`,
];
