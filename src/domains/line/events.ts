import { FAMILY, events, number } from '#domains/audit/audit.ts';

export const LINE_EVENTS = {
  ...events({ kind: 'family' })({
    'family.line_code_made': '{resident}のご家族 {family}がLINEで受け取るための番号を作りました',
    'family.line_cards_made': [
      number,
      'ご案内カード{detail}枚に、LINEで受け取るための番号を入れました',
    ],
    'family.line_removed': '{resident}のご家族 {family}への、LINEでのお届けを終えました',
  }),
  ...events({ kind: 'family', isOfFamily: true })({
    'family.line_ended': '{resident}のご家族 {family}への、LINEでのお届けが終わりました',
  }),
  ...events({ kind: 'family', by: FAMILY, isOfFamily: true })({
    'family.line_joined': 'お便りをLINEで受け取ることにしました',
  }),
};
