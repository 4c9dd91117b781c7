import { moment, size } from '#lib/figures.ts';
import type { Plan } from '#lib/operator-facts.ts';
import type { EndingPhase } from './ending/ending.ts';
import { lastDayToRead } from './ending/ending.ts';
import { lastDayOfTrial } from './host.ts';
import { planOf } from './plans.ts';

/** For no plan, where one is chosen. */
export const NO_PLAN = 'none';

interface Room {
  plan: string | null;
  storedBytes: number;
}

interface State {
  isActive: boolean;
  hasBegun: boolean;
  trialEndsAt: string | null;
  asksToContinue: boolean;
  isConfirmed: boolean;
  isBeingRemoved: boolean;
  endsOn: string | null;
  phase: EndingPhase;
}

type Plans = readonly Plan[];

/** `1.5 GB / 20GB` */
export function roomOf(plans: Plans, { plan, storedBytes }: Room): string {
  const known = planOf(plans, plan);
  return known ? `${size(storedBytes)} / ${known.storage}GB` : size(storedBytes);
}

export function stateOf(facility: State): string {
  const { isBeingRemoved, endsOn, phase } = facility;
  if (isBeingRemoved) return '削除しています';
  if (endsOn === null) return standingOf(facility);
  const ending = endingOf(phase, endsOn);
  if (phase !== 'announced') return ending;
  return isInUse(facility) ? ending : `${standingOf(facility)}、${ending}`;
}

const isInUse = ({ isActive, asksToContinue, trialEndsAt }: State): boolean =>
  isActive && !asksToContinue && trialEndsAt === null;

function standingOf(facility: State): string {
  const { isActive, hasBegun, asksToContinue, trialEndsAt } = facility;
  if (!hasBegun) return '開始前';
  if (asksToContinue) return '継続のお申し込み（確認待ち）';
  if (!isActive) return 'お試し終了';
  return trialEndsAt === null ? '利用中' : `お試し（${lastDayOfTrial(trialEndsAt)}まで）`;
}

/** `終わりの予定（2026-12-31まで）` */
const endingOf = (phase: EndingPhase, endsOn: string): string =>
  phase === 'announced'
    ? `終わりの予定（${endsOn}まで）`
    : `${endsOn}で終わりました（${phase === 'due' ? '削除を待っています' : `${lastDayToRead(endsOn)}までご家族が読めます`}）`;

/** The limits from now on. */
export function limitsOf(plans: Plans, plan: string | null): string {
  const limits = planOf(plans, plan);
  return limits
    ? `プランは${limits.id}です（入居者${limits.residents}人、写真${limits.storage}GBまで）。`
    : '人数と容量の制限はありません。付けるときは set-plan を使います。';
}

/**
 * A facility keeps the plan that it chose when it is no longer offered; nobody knows its limits then.
 * @param none what it is called where there is no plan
 */
export const planName = (plans: Plans, plan: string | null, none: string): string =>
  plan === null ? none : (planOf(plans, plan)?.name ?? `${plan}（今はないプラン。上限なし）`);

/** For a choice of plans, none among them. */
export const planChoices = (plans: Plans) => [
  ...plans.map(({ id, name, residents, storage }) => ({
    value: id,
    label: name,
    text: `入居者${residents}人、写真${storage}GBまで`,
  })),
  { value: NO_PLAN, label: '制限なし', text: '人数と容量の上限を付けません' },
];

interface Known extends Room, State {
  id: string;
  residents: number;
  families: number;
  staffs: number;
  items: number;
  createdAt: string;
}

/** Figures only, no name. */
export const facilityFacts = (plans: Plans, facility: Known): [string, string][] => [
  ['状態', stateOf(facility)],
  ['プラン', planName(plans, facility.plan, facility.hasBegun ? '制限なし' : 'ありません')],
  ['入居者', `${facility.residents}人`],
  ['ご家族', `${facility.families}件`],
  ['職員', `${facility.staffs}人`],
  ['写真', `${facility.items}枚（${roomOf(plans, facility)}）`],
  ['施設の確認', facility.isConfirmed ? '確かめてあります' : 'まだです'],
  ['登録日', moment(facility.createdAt).slice(0, 10)],
  ['番号', facility.id],
];
