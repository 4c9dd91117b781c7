import type { Expected, HeldUp, Outlook } from '#domains/delivery/outlook.ts';
import { heldUp } from '#domains/delivery/outlook.ts';
import { NO_MAIL_TEXT } from '#domains/delivery/reasons.ts';
import { TRIAL_LETTERS_A_DAY, UNPROVEN } from '#domains/delivery/trial-letters.ts';
import type { CivilDate } from '#lib/calendar.ts';
import { civilDateOf } from '#lib/calendar.ts';
import { formatDay, formatMoment } from '#lib/format-ja.ts';

const HELD_UP_TEXT: Record<HeldUp, string> = {
  inactive: 'ご利用が終わるため、このままでは届きません',
  off: '毎月の配信が止まっているため、このままでは届きません',
  afterTrial: 'お試しが終わるまでに順番が来ないため、このままでは届きません',
};

const isHeldUp = (reason: string): reason is HeldUp => reason in HELD_UP_TEXT;

export const reasonWords = (reason: NonNullable<Expected['reason']>): string =>
  isHeldUp(reason) ? HELD_UP_TEXT[reason] : NO_MAIL_TEXT[reason];

/** For one family, before the day. */
export function expectedWords({ way, mail, reason }: Expected, today: CivilDate): string {
  if (reason !== null) return reasonWords(reason);
  if (way === 'line') return 'LINEでお送りします';
  return mail ? `${formatMoment(mail.at, today)}にお送りします` : '';
}

/** Relatives of several residents get one mail. */
const countWords = ({ families, mails }: Outlook['days'][number]): string =>
  families === mails ? `${families}家族` : `${families}家族（${mails}通）`;

/** `12月1日(火)に30家族、12月2日(水)に6家族` */
const daysWords = ({ days }: Outlook, today: CivilDate): string =>
  days.map((one) => `${formatDay(one.day, today)}に${countWords(one)}`).join('、');

/** What is sent by itself, and when. */
export function outlookWords(outlook: Outlook, today: CivilDate): string {
  const { at, outcome, days, line } = outlook;
  if (outcome !== 'mails') return `${HELD_UP_TEXT[outcome]}。`;
  const late = heldUp(outlook, 'afterTrial');
  const at1st = formatMoment(at, today);
  return [
    days.length === 1 && days[0]?.day === civilDateOf(at) && `メールは、${at1st}にお送りします。`,
    (days.length > 1 || (days[0] && days[0].day !== civilDateOf(at))) &&
      `メールは、${daysWords(outlook, today)}へお送りします。お試しのあいだは、${UNPROVEN}へは、1日${TRIAL_LETTERS_A_DAY}通までです。`,
    late > 0 && `${late}家族には、${HELD_UP_TEXT.afterTrial}。`,
    line > 0 && days.length === 0 && `LINEは、${at1st}にお送りします。`,
  ]
    .filter(Boolean)
    .join('');
}
