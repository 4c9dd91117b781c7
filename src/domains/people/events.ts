import { detail, events, number, oneOf, several, text } from '#domains/audit/audit.ts';
import { isCivilDate } from '#lib/calendar.ts';
import type { CivilDate } from '#lib/calendar.ts';
import { formatWithEra } from '#lib/japanese-date.ts';
import { CHANGED_LABELS, DAY_LABELS } from './resident.ts';
import type { ConsentAnswer } from './consent.ts';
import type { LastLetter } from './last-letter.ts';

const DAYS = {
  away_since: DAY_LABELS.awaySince,
  left_on: DAY_LABELS.leftOn,
  died_on: DAY_LABELS.diedOn,
} as const;

/** `亡くなられた日を2026年10月12日にしました` */
const state = detail<readonly [day: keyof typeof DAYS, on: CivilDate | null]>((kept) => {
  const [day = '', on = ''] = kept.split(' ');
  const label = DAYS[day as keyof typeof DAYS];
  return isCivilDate(on) ? `${label}を${formatWithEra(on)}にしました` : `${label}を取り消しました`;
});

const consent = oneOf({
  given: '載せてよい',
  given_own: '本人の家族だけ',
  withdrawn: '載せない',
  unknown: 'まだ伺っていません',
});

const lastLetter = detail<readonly [choice: LastLetter['choice'], yearMonth: number]>((kept) =>
  kept.startsWith('last')
    ? '最後のお便りをお届けすることにしました'
    : '最後のお便りを、お届けしないことにしました',
);

export const PEOPLE_EVENTS = {
  ...events({ kind: 'resident' })({
    'resident.added': '{resident}の登録をしました',
    'resident.imported': [number, '名簿のファイルから入居者を{detail}人 登録しました'],
    'resident.deleted': [text, '{family}の登録を削除しました'],
    'resident.changed': [several(CHANGED_LABELS, '・'), '{resident}の{detail}を変えました'],
    'resident.token_rotated': '{resident}のリンクを新しくしました',
    'resident.consent_changed': [consent, '{resident}の写真を「{detail}」にしました'],
    'resident.consent_declined': [
      detail<ConsentAnswer>(),
      '{resident}のご家族からの写真のお返事を、記録しないことにしました',
    ],
    'resident.state_changed': [state, '{resident}の{detail}'],
    'resident.last_letter_chosen': [lastLetter, '{resident}の{detail}'],
  }),
  ...events({ kind: 'resident', together: 'all' })({
    'resident.consent_kept': ({ count }) =>
      count > 1
        ? '写真の同意が{count}人分、変わりないことを確かめました'
        : '{resident}の写真の同意が、変わりないことを確かめました',
  }),
  ...events({ kind: 'family' })({
    'family.added': '{resident}のご家族 {family}を登録しました',
    'family.imported': [number, '名簿のファイルからご家族を{detail}家族 登録しました'],
    'family.changed': '{resident}のご家族 {family}の登録を変えました',
    'family.link_renewed': '{resident}のご家族 {family}のリンクを新しくしました',
    'family.deleted': [text, '{resident}のご家族 {family}をお届け先から外しました'],
    'sheet.made': '{resident}のご家族へのご案内を、新しい番号にしました',
    'sheet.made_for_all': [number, 'ご家族へのご案内の番号を、{detail}人分 用意しました'],
    'application.taken_in': '{resident}のお便りのお申し込みを、{family}として受けました',
    'application.refused': '{resident}のお便りのお申し込みを、お断りしました',
  }),
  ...events({ kind: 'family', by: 'つきだより' })({
    'family.address_confirmed':
      '{resident}のご家族 {family}のアドレスが合っていると分かったので、またメールを送ることにしました',
  }),
  ...events({ kind: 'family', by: 'お申し込みの方', isOfFamily: true })({
    'application.sent': '{resident}のお便りを申し込みました',
    'application.address_proved': '{resident}のお便りを受け取るメールアドレスを確認しました',
  }),
  ...events({ kind: 'taken' })({
    'export.residents': [number, '入居者名簿（{detail}人）をファイルに書き出しました'],
    'export.families': [number, 'ご家族の名簿（{detail}家族）をファイルに書き出しました'],
  }),
};
