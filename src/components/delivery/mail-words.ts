import type { DeliverySummary } from '#features/delivery/state.service.ts';
import type { MailState, RunState, Shown } from '#features/delivery/delivery-state.ts';
import { NO_MAIL_TEXT } from '#features/delivery/delivery-state.ts';
import { formatMoment } from '#lib/format-ja.ts';

/** One family's mail, in words. */
export function mailWords(mail: MailState): string {
  switch (mail.state) {
    case 'queued':
      return mail.trouble ? `もう一度お送りしています（${mail.trouble}）` : 'お送りしています';
    case 'sent':
      return `${formatMoment(new Date(mail.at))} にお送りしました`;
    case 'failed':
      return `届けられませんでした。${mail.trouble}`;
    case 'unsent':
      return 'まだお送りしていません';
    case 'none':
      return NO_MAIL_TEXT[mail.reason];
  }
}

const RUN_WORDS: Record<'off' | 'inactive' | 'none', string> = {
  off: '配信の日にメールの配信が止まっていたため、自動ではお送りしていません。',
  inactive: '配信の日にご利用が止まっていたため、自動ではお送りしていません。',
  none: 'この号のメールは、自動ではお送りしていません。',
};

/** What became of the facility's delivery. */
export function runWords(run: RunState): string {
  if (run.state === 'waiting') return `メールは ${formatMoment(new Date(run.at))} にお送りします。`;
  return run.state === 'mails' ? '' : RUN_WORDS[run.state];
}

/** The mails in numbers; empty where there are none. */
export function mailCounts({ sent, queued, failed }: DeliverySummary['mails']): string {
  return [
    sent > 0 && `${sent}通お送りしました`,
    queued > 0 && `${queued}通お送りしています`,
    failed > 0 && `${failed}通は届けられませんでした`,
  ]
    .filter(Boolean)
    .join('・');
}

export const SHOWN_WORDS: Record<Shown, string> = {
  all: 'すべて',
  seen: '見ました',
  unseen: 'まだ見ていない',
  failed: 'メールが届かない',
  unsent: 'まだ送っていない',
  none: 'メールなし',
};
