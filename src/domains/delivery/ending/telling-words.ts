import { formatEndingDay, lastDayToRead } from '#domains/facility/ending/ending.ts';
import type { LineWords } from '#domains/line/message.ts';
import type { MailContent } from '#domains/mail/mail.ts';
import type { CivilDate } from '#lib/calendar.ts';
import { sama } from '#lib/honorific.ts';
import type { Paper } from '#domains/delivery/channel.ts';
import { phoneLine } from '#domains/delivery/letter-words.ts';

/** What families are told of an ending, or of its taking back. */
export interface News {
  /** null: it was taken back. */
  endsOn: CivilDate | null;
  /** What they had been told before. */
  before: CivilDate | null;
  /** The facility's; empty for ours. */
  words: string;
  paper: Paper;
}

/** One of those whose letters a reader gets. */
export interface Reading {
  familyName: string;
  residentName: string;
  url: string;
}

const PRIVATE = 'ご家族だけのリンクです。ほかの方に送ると、その方にもお便りが見えます。';
/** Without いつも: it is read by families of people who have left or died, too. */
const HELLO = 'お世話になっております。';
const THANKS = 'これまでお読みくださり、ありがとうございました。';

/** A lock screen shows it. */
const subjectOfNews = ({ endsOn }: Pick<News, 'endsOn'>): string =>
  endsOn === null
    ? 'お便りは、これからもご覧いただけます'
    : `お便りは、${formatEndingDay(endsOn)}までになります`;

/** For mails, LINE and paper alike; also for families of people who have left or died. */
export function paragraphsOf({ endsOn, before, words }: Omit<News, 'paper'>): string[] {
  if (endsOn === null) {
    const day = before === null ? '終わる' : `${formatEndingDay(before)}で終わる`;
    return [
      `${HELLO}前に、つきだよりのお便りは${day}とお知らせしましたが、取り消しになりました。`,
      'お便りは、これからも、今までどおりご覧いただけます。',
    ];
  }
  const last = formatEndingDay(endsOn);
  const earlier =
    before === null ? '' : `これまでの予定の${formatEndingDay(before)}より、前になりました。`;
  return [
    ...(words === '' ? [] : [words]),
    `${words === '' ? HELLO : ''}つきだよりのお便りは、${last}までになりました。${earlier}${words === '' ? THANKS : ''}`,
    `これまでのお便りは、${formatEndingDay(lastDayToRead(endsOn))}まで、お便りのページで読むことも、保存することもできます。そのあとは、写真もお便りも、すべて削除します。お手もとに残したい方は、それまでに保存してください。`,
  ];
}

const buttonsOf = (readings: readonly Reading[]) => {
  const once = new Map(readings.map((one) => [one.residentName + one.url, one]));
  return [...once.values()].map(({ residentName, url }) => ({
    label: once.size === 1 ? 'お便りを開く' : `${sama(residentName, ' ')}のお便りを開く`,
    url,
  }));
};

const contact = ({ hostPhone }: Paper): string =>
  `お問い合わせは、施設までご連絡ください。${phoneLine(hostPhone)}`;

/** One mail to an address, with a button for each resident. */
export function newsMail(news: News, readings: readonly Reading[]): MailContent {
  const readers = [...new Set(readings.map(({ familyName }) => familyName))];
  const [button, ...moreButtons] = buttonsOf(readings);
  return {
    subject: subjectOfNews(news),
    greeting: readers.map((name) => sama(name, ' ')).join('、'),
    paragraphs: paragraphsOf(news),
    ...(button && { button }),
    ...(moreButtons.length > 0 && { moreButtons }),
    ...(news.paper.signature !== '' && { signature: news.paper.signature }),
    notes: [PRIVATE, contact(news.paper)],
    isQuiet: true,
  };
}

/** The same in the chat. */
export const newsByLine = (news: News, readings: readonly Reading[]): LineWords => ({
  isQuiet: true,
  summary: `【${news.paper.hostName}】${subjectOfNews(news)}`,
  sender: news.paper.hostName,
  title: subjectOfNews(news),
  paragraphs: paragraphsOf(news),
  buttons: buttonsOf(readings),
  notes: [PRIVATE, contact(news.paper)],
});
