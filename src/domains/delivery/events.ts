import { detail, events, issue } from '#domains/audit/audit.ts';

export const DELIVERY_EVENTS = {
  ...events({ kind: 'letter', together: 'all', detail: issue })({
    'handover.done': ({ count }) =>
      count > 1
        ? '{detail}を、{count}件のご家族にお渡し済みにしました'
        : '{resident}のご家族 {family}の{detail}を、お渡し済みにしました',
    'delivery.sent_by_hand': ({ count }) =>
      count > 1
        ? 'お便りのお知らせを{count}件のご家族へ送ることにしました'
        : '{resident}のご家族 {family}へ、お便りのお知らせを送ることにしました',
  }),
  ...events({ kind: 'letter', together: 'resident', detail: issue })({
    'answer.replied': '{resident}のご家族のことばに、お返事しました',
    'answer.reply_changed': '{resident}のご家族のことばへのお返事を直しました',
    'answer.reply_deleted': '{resident}のご家族のことばへのお返事を削除しました',
  }),
  ...events({ kind: 'letter' })({
    'handover.taken_back': [
      issue,
      '{resident}のご家族 {family}に{detail}をお渡しした印を、取り消しました',
    ],
    'delivery.settings_changed': '配信の設定を変えました',
    'delivery.test_sent': '{resident}のご家族 {family}へ、テストのメールを送ることにしました',
    'delivery.own_sent': 'お便りの見本を、自分に送ることにしました',
    'family.told_of_ending': 'ご家族 {family}に、ご利用の終わりについてお知らせ済みにしました',
    'family.telling_taken_back':
      'ご家族 {family}に、ご利用の終わりについてお知らせした印を、取り消しました',
  }),
  ...events({ kind: 'letter', by: 'つきだより', detail: issue })({
    'delivery.came_back':
      '{resident}のご家族 {family}への{detail}のメールが、届かずに戻ってきたことを記録しました',
    'delivery.sent_again': '{resident}のご家族 {family}へ、{detail}をもう一度送ることにしました',
  }),
  ...events({ kind: 'family', by: 'つきだより' })({
    'family.mail_returned': [
      detail<'hard' | 'soft' | 'complaint'>(),
      (of) =>
        of.detail === 'complaint'
          ? '{resident}のご家族 {family}のメールソフトで迷惑メールに入れられたようなので、メールを止めました'
          : '{resident}のご家族 {family}へのメールが戻ってきたので、このアドレスに送るのを止めました',
    ],
  }),
};
