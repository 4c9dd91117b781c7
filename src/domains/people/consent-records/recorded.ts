import { CONSENT_ANSWERS } from '#domains/people/consent.ts';
import { sama } from '#lib/honorific.ts';
import { addressWith } from '#lib/pages.ts';
import { paths } from '#lib/paths.ts';
import type { Recorded } from './consent-form.ts';
import { ANSWER_LABELS } from './consent-words.ts';

/** The list after a press, which says what was recorded. */
export const recordedAddress = ({ act, count, id, left }: Recorded): string =>
  addressWith(paths.consents, { act, count, of: id, left: left > 0 ? left : null });

const ACTS = [...CONSENT_ANSWERS, 'confirm', 'decline', 'keep'] as const;
const MOST = 1000;

/** @param names of residents, by id. @returns null without a press */
export function recordedWords(
  query: URLSearchParams,
  names: ReadonlyMap<string, string>,
): { text: string; id: string | null } | null {
  const act = ACTS.find((one) => one === query.get('act'));
  const [count, left] = ['count', 'left'].map((name) => Number(query.get(name) ?? 0));
  if (!act || !isCount(count) || !isCount(left) || count === 0) return null;
  const id = query.get('of');
  const name = id === null ? undefined : names.get(id);
  const who = name === undefined ? `${count}人分` : sama(name, ' ');
  const others = left > 0 ? `ほかの方が先に記録した分が${left}件あり、そのままにしました。` : '';
  return { text: `${WORDS[act](who)}${others}`, id: name === undefined ? null : id };
}

const isCount = (value: number | undefined): value is number =>
  value !== undefined && Number.isInteger(value) && value >= 0 && value <= MOST;

const WORDS: Record<Recorded['act'], (who: string) => string> = {
  all: (who) => `${who}の写真を「${ANSWER_LABELS.all}」と記録しました。`,
  own: (who) => `${who}の写真を「${ANSWER_LABELS.own}」と記録しました。`,
  none: (who) => `${who}の写真を「${ANSWER_LABELS.none}」と記録しました。`,
  confirm: (who) => `${who}のお返事を記録しました。`,
  decline: (who) => `${who}のお返事を、記録しないことにしました。`,
  keep: (who) => `${who}の同意に変わりがないことを記録しました。`,
};
