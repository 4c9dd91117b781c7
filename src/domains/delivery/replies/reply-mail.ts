import { familyNameOf } from '#domains/letter/salutation.ts';
import type { LineWords } from '#domains/line/message.ts';
import { HOW_TO_STOP } from '#domains/line/reply-words.ts';
import type { MailContent } from '#domains/mail/mail.ts';
import type { YearMonth } from '#lib/calendar.ts';
import { formatMonth } from '#lib/format-ja.ts';
import { sama } from '#lib/honorific.ts';
import type { Paper } from '#domains/delivery/channel.ts';
import { phoneLine } from '#domains/delivery/letter-words.ts';

interface Told {
  familyName: string;
  residentName: string;
  yearMonth: YearMonth;
  /** The letter's address, at the words below it. */
  url: string;
  paper: Paper;
}

/** Family names only: a lock screen shows it. */
const subjectOf = ({ residentName, yearMonth }: Told): string =>
  `${sama(familyNameOf(residentName))}の${formatMonth(yearMonth)}号のお便りに、お返事があります`;

const sentence = ({ residentName, yearMonth }: Told): string =>
  `${sama(residentName, ' ')}の${formatMonth(yearMonth)}号のお便りへのことばに、施設からお返事をしました。`;

const WHERE = 'お便りの下のほうで、ご覧いただけます。';
const LABEL = 'お返事を読む';
const PRIVATE = 'ご家族だけのリンクです。ほかの方に送ると、その方にもお便りが見えます。';

const contact = ({ paper }: Told): string =>
  `お問い合わせは、施設までご連絡ください。${phoneLine(paper.hostPhone)}`;

/** Says that there is a reply, and nothing of what it says. */
export const replyMail = (told: Told): MailContent => ({
  subject: subjectOf(told),
  greeting: sama(told.familyName, ' '),
  paragraphs: [`いつもお世話になっております。${sentence(told)}`, WHERE],
  button: { label: LABEL, url: told.url },
  ...(told.paper.signature !== '' && { signature: told.paper.signature }),
  notes: [PRIVATE, contact(told)],
});

/** The same in the chat. */
export const replyByLine = (told: Told): LineWords => ({
  summary: `【${told.paper.hostName}】${subjectOf(told)}`,
  sender: told.paper.hostName,
  title: '施設からのお返事があります',
  paragraphs: [sentence(told), WHERE],
  buttons: [{ label: LABEL, url: told.url }],
  notes: [PRIVATE, `${contact(told)}${HOW_TO_STOP}`],
});
