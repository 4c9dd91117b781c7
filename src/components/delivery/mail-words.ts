import type { DeliverySummary } from '#domains/delivery/read-states.ts';
import type { FamilyState, MailState, RunState, Shown } from '#domains/delivery/states.ts';
import { NO_MAIL_TEXT } from '#domains/delivery/reasons.ts';
import type { SentBy } from '#domains/delivery/reasons.ts';
import { LINE_UNCERTAIN } from '#domains/line/line-carrier.ts';
import { expectedWords, outlookWords } from './outlook-words.ts';
import { TRIAL_LETTERS_A_DAY, UNPROVEN } from '#domains/delivery/trial-letters.ts';
import type { CivilDate } from '#lib/calendar.ts';
import { civilDateOf } from '#lib/calendar.ts';
import { formatDay, formatMoment } from '#lib/format-ja.ts';

export function mailWords(mail: MailState, today: CivilDate): string {
  switch (mail.state) {
    case 'queued':
      if (mail.until !== null) return `${formatMoment(new Date(mail.until), today)}にお送りします`;
      if (mail.fault === 'way') return `${LATE}。もう一度お送りします（${mail.trouble ?? ''}）`;
      return mail.trouble
        ? `${by(mail.way)}もう一度お送りしています（${mail.trouble}）`
        : `${by(mail.way)}お送りしています`;
    case 'sent':
      return `${formatMoment(new Date(mail.at), today)}に${by(mail.way)}受け付けられました${mail.isSpam ? SPAM : ''}`;
    case 'failed':
      if (mail.trouble === LINE_UNCERTAIN) return mail.trouble;
      if (mail.returned === 'ours') return `止められました。${mail.trouble}`;
      if (mail.returned === 'unclear' || mail.returned === 'forwarded') return mail.trouble;
      return mail.fault === 'way'
        ? `配信サーバーの都合で、届けられませんでした。${mail.trouble}`
        : `${by(mail.way)}届きませんでした。${mail.trouble}`;
    case 'unsent':
      return mail.expected ? expectedWords(mail.expected, today) : 'まだお送りしていません';
    case 'none':
      return NO_MAIL_TEXT[mail.reason];
  }
}

const SPAM = '。そのあと、ご家族のメールソフトで、迷惑メールに入れられたようです';

/** What nobody knows without a mailbox for what comes back. */
export const NOT_KNOWN =
  '「受け付けられました」は、相手のメールサーバーが受け取ったところまでです。そのあとで戻ってきたメールを、このサーバーは読んでいないので、届かなかったことは分かりません。';

/** Not the family's fault, nor the facility's. */
const LATE = '配信サーバーの都合で遅れています';

const by = (way: SentBy): string => (way === 'line' ? 'LINEで' : '');

/** What is sent, by whatever ways. */
export const sentThing = (ways: readonly (SentBy | null)[]): string =>
  [ways.includes('email') && 'メール', ways.includes('line') && 'LINE'].filter(Boolean).join('や');

const RUN_WORDS: Record<'off' | 'inactive' | 'none', string> = {
  off: '配信の日に毎月の配信が止まっていたため、自動ではお送りしていません。',
  inactive: '配信の日にご利用が止まっていたため、自動ではお送りしていません。',
  none: 'この号のメールは、自動ではお送りしていません。',
};

export function runWords(run: RunState, today: CivilDate): string {
  if (run.state === 'waiting') return outlookWords(run.outlook, today);
  return run.state === 'mails' ? '' : RUN_WORDS[run.state];
}

export function laterWords(families: readonly FamilyState[], today: CivilDate): string {
  const days = families
    .flatMap(({ mail }) => (mail.state === 'queued' && mail.until !== null ? [mail.until] : []))
    .sort();
  const last = days.at(-1);
  if (last === undefined) return '';
  const day = formatDay(civilDateOf(new Date(last)), today);
  return `お試しのあいだは、${UNPROVEN}へは、1日${TRIAL_LETTERS_A_DAY}通までお送りします。残りの${days.length}通も、${day}までに順にお送りします。`;
}

export function mailCounts(mails: DeliverySummary['mails']): string {
  const { sent, queued, later, late, refused, failed, stopped } = mails;
  return [
    sent > 0 && `${sent}通が受け付けられました`,
    queued > 0 && `${queued}通お送りしています`,
    late > 0 && `${late}通は${LATE}`,
    refused > 0 && `${refused}通は宛先に届かず、もう一度お送りしています`,
    later > 0 && `${later}通は日を分けて順にお送りします`,
    stopped > 0 && `${stopped}通は、配信サーバーの都合で止められました`,
    failed > 0 && `${failed}通は届きませんでした`,
  ]
    .filter(Boolean)
    .join('・');
}

export function lineCounts({ sent, queued, failed }: DeliverySummary['line']): string {
  return [
    sent > 0 && `${sent}家族への分が受け付けられました`,
    queued > 0 && `${queued}家族にお送りしています`,
    failed > 0 && `${failed}家族には届きませんでした`,
  ]
    .filter(Boolean)
    .join('・');
}

export const SHOWN_WORDS: Record<Shown, string> = {
  all: 'すべて',
  seen: '見ました',
  unseen: '「見ました」はまだ',
  failed: '届かなかった・止められた',
  unsent: 'まだ送っていない',
  hand: 'リンク・紙でお渡し',
  none: 'お届けなし',
};
