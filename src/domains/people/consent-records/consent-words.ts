import type { ConsentAnswer } from '#domains/people/consent.ts';
import { ANSWER_WORDS } from '#domains/people/consent.ts';
import { sama } from '#lib/honorific.ts';
import { formatWithEra } from '#lib/japanese-date.ts';
import type { Consent } from './consent-record.ts';

/** On buttons and in lists. */
export const ANSWER_LABELS: Record<ConsentAnswer, string> = {
  ...ANSWER_WORDS,
  all: '両方に同意',
};

export const ANSWER_MEANINGS: Record<ConsentAnswer, string> = {
  all: 'ご家族へのお便りにも、ほかの方へのお便り（いっしょに写った写真や施設全体の写真）にも載せます。',
  own: 'ご家族へのお便りだけに載せます。ほかの方へのお便りには出ません。',
  none: 'どのお便りにも載せません。写真の追加もできません。',
};

export const GIVER_WORDS: Record<NonNullable<Consent['by']>, string> = {
  relative: 'ご家族',
  person: 'ご本人',
  guardian: '後見人の方',
};

export const WAY_WORDS: Record<NonNullable<Consent['how']>, string> = {
  paper: '書面',
  spoken: 'お話',
  page: 'お便りのページ',
};

export type Said = Pick<Consent, 'by' | 'byName' | 'relationship' | 'on' | 'how'>;

/** `ご家族（長男 青木 一郎様）` */
function giverOf({ by, byName, relationship }: Said): string {
  const name = [relationship, byName && sama(byName)].filter(Boolean).join(' ');
  if (by === null) return name;
  return name === '' ? GIVER_WORDS[by] : `${GIVER_WORDS[by]}（${name}）`;
}

/** `2026年9月1日（令和8年）、ご家族（長男 青木 一郎様）から、書面で` */
export function saidWords(said: Said): string {
  const giver = giverOf(said);
  const parts = [
    said.on && formatWithEra(said.on),
    giver && `${giver}から`,
    said.how && `${WAY_WORDS[said.how]}で`,
  ].filter(Boolean);
  return parts.length > 0 ? parts.join('、') : 'いつ、どなたからかは、記録がありません';
}

/** What a family's answer meets that no admin has confirmed. */
export interface Meets {
  /** null: nobody was asked. */
  heldAnswer: ConsentAnswer | null;
  /** It was sent before the answer that holds was recorded. */
  isOlder: boolean;
  /** Its family's link has been renewed since, or it is not that resident's family any more. */
  sender: 'renewed' | 'gone' | null;
  /** Pictures obey it already. */
  isNarrower: boolean;
  /** It is compared and confirmed by itself, never with others (P49). */
  isAlone: boolean;
}
type Beside = Meets & { answer: ConsentAnswer; others: readonly unknown[] };

/** What an admin should look at before confirming an answer. */
export const whyAlone = ({ answer, heldAnswer, ...one }: Beside): string[] =>
  [
    heldAnswer !== null && heldAnswer !== answer && '今の記録と違います',
    one.isOlder && '今の記録より前に届いたお返事です',
    one.others.length > 0 && 'ほかに届いているお返事と違います',
    one.sender === 'renewed' && 'このお返事が届いたあとで、ご家族のリンクが新しくなっています',
    one.sender === 'gone' && 'お返事を送ったご家族は、この方のご家族として、今は登録されていません',
  ].filter((text) => text !== false);

/** On the buttons beside an answer: what each would change. */
export function changeWords({ answer, heldAnswer, isAlone, isNarrower }: Beside) {
  const [from, to] = [heldAnswer && ANSWER_LABELS[heldAnswer], ANSWER_LABELS[answer]];
  if (!isAlone) return { confirm: '確認して記録する', decline: '記録しない' };
  const confirm =
    from === null
      ? `「${to}」と記録する`
      : from === to
        ? `「${to}」のまま、このお返事も記録する`
        : `「${from}」から「${to}」に変える`;
  const isBack = isNarrower && from !== null;
  return { confirm, decline: isBack ? `記録しないで、「${from}」のままにする` : '記録しない' };
}
