import { FAMILY, detail, events, issue } from '#domains/audit/audit.ts';
import type { ConsentAnswer } from '#domains/people/consent.ts';
import { CONSENT_CHOICES } from '#domains/people/consent-wording.ts';
import { addMonths } from '#lib/calendar.ts';
import { formatYearMonth } from '#lib/format-ja.ts';

const WAYS = {
  resume: 'お便りのお休みを終えました',
  stop: 'お便りのメールを止めました',
  stop_by_mail: 'メールアプリのボタンひとつで、お便りのメールを止めました',
  email: 'お便りをメールで受け取ることにしました',
  paper: 'お便りを紙で受け取ることにしました',
  address: 'お便りを受け取るメールアドレスを変えました',
  address_back: 'お便りを受け取るメールアドレスを、前のものに戻しました',
};
export type ChosenWay = keyof typeof WAYS;

/** `お便りを2026年12月号まで休むことにしました` */
const way = detail<ChosenWay | readonly ['pause', until: number]>((kept) => {
  const [name, until] = kept.split(' ');
  return until === undefined
    ? WAYS[name as ChosenWay]
    : `お便りを${formatYearMonth(addMonths(Number(until), -1))}号まで休むことにしました`;
});

const consentAnswer = detail<ConsentAnswer>(
  (kept) => CONSENT_CHOICES.find(({ value }) => value === kept)?.label ?? kept,
);

export const LETTER_EVENTS = {
  ...events({ kind: 'letter', together: 'all', detail: issue })({
    'letter.saved': '{detail}のお便りを保存しました',
    'letter.checked': ({ count }) =>
      count > 1
        ? '{detail}を{count}人分、確認済みにしました'
        : '{resident}の{detail}を確認済みにしました',
  }),
  ...events({ kind: 'letter', together: 'resident', detail: issue })({
    'note.saved': '{resident}の{detail}の「ご様子」を書きました',
    'answer.passed_on': '{resident}のご家族のことばを、お伝えしたことにしました',
    'answer.taken_back': '{resident}のご家族のことばを、まだお伝えしていないことに戻しました',
    'answer.hidden': '{resident}のご家族のことばを隠しました',
    'answer.shown': '隠した{resident}のご家族のことばを、また見えるようにしました',
  }),
  ...events({ kind: 'letter', detail: issue })({
    'letter.unchecked': '{resident}の{detail}の確認済みを取り消しました',
    'letter.held_back': '{resident}の{detail}を送らないことにしました',
    'letter.sent_after_all': '{resident}の{detail}を、やはり送ることにしました',
  }),
  ...events({ kind: 'letter', together: 'target', by: FAMILY, isOfFamily: true })({
    'answer.sent': [issue, '{detail}にことばを送りました'],
  }),
  ...events({ kind: 'family', by: FAMILY, isOfFamily: true })({
    'family.way_chosen': [way, '{detail}'],
    'consent.answered': [consentAnswer, '写真の載せ方について「{detail}」とお返事しました'],
  }),
  ...events({ kind: 'taken', together: 'all' })({
    'export.answers': [detail<number | null>(), 'ご家族からのことばを印刷する画面を開きました'],
  }),
};
