import type { CivilDate, YearMonth } from '#lib/calendar.ts';
import { yearMonthOf } from '#lib/calendar.ts';
import { formatDay, formatMonth, formatMonthFrom } from '#lib/format-ja.ts';
import { formatWithEra } from '#lib/japanese-date.ts';
import type { LastLetterState } from './last-letter.ts';
import type { ResidentLong } from './resident.ts';
import { deliveryDay } from './stay.ts';

interface LifeWords {
  state: string;
  /** What happens to this month's letter, and to those after it. */
  letters: string;
}

type Days = Pick<ResidentLong, 'state' | 'awaySince' | 'leftOn' | 'diedOn'>;

/** What an admin reads about a resident who is away, left, leaves soon, or has died. */
export function lifeWords(
  { state, awaySince, leftOn, diedOn }: Days,
  last: LastLetterState | null,
  today: CivilDate,
): LifeWords | null {
  const month = yearMonthOf(today);
  if (diedOn !== null && last) {
    return {
      state: `${formatWithEra(diedOn)}に亡くなられました。`,
      letters: deathWords(last, today),
    };
  }
  if (leftOn !== null) {
    const verb = state === 'left' ? 'に退居されました。' : 'に退居される予定です。';
    return { state: `${formatWithEra(leftOn)}${verb}`, letters: leavingWords(leftOn, month) };
  }
  if (state !== 'away' || awaySince === null) return null;
  return {
    state: `${formatWithEra(awaySince)}から、不在にされています。`,
    letters: `${formatMonth(month)}号は、ご本人の写真があるときだけお届けします。施設のようすだけのときは、お届けしません。職員の皆さんにも、写真の催促はしません。`,
  };
}

function leavingWords(leftOn: CivilDate, month: YearMonth): string {
  const last = yearMonthOf(leftOn);
  const kept = 'ご家族は、これまでのお便りをいつでも読み返せます。';
  if (month > last) return `今月の${formatMonth(month)}号は、お届けしません。${kept}`;
  return `${formatMonthFrom(month, last)}号までを、いつもどおりお届けします。それより後のお便りはありません。${kept}`;
}

function deathWords({ choice, yearMonth, isOut }: LastLetterState, today: CivilDate): string {
  const month = `${formatMonthFrom(yearMonthOf(today), yearMonth)}号`;
  if (choice === 'none') {
    return `${month}を含めて、お便りも、メールやLINEも、お届けしません。これまでのお便りは、ご家族がいつでもご覧になれます。`;
  }
  if (isOut) return `${month}が、最後のお便りになりました。この後は、何もお届けしません。`;
  return `${month}を最後のお便りとして、${formatDay(deliveryDay(yearMonth), today)}にお届けします。その後は、何もお届けしません。`;
}
