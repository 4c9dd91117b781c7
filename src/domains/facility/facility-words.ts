import { moment, size } from '#lib/figures.ts';
import type { EndingPhase } from './ending/ending.ts';
import { lastDayToRead } from './ending/ending.ts';
import { lastDayOfTrial } from './host.ts';
import { PLANS, planOf } from './plans.ts';

/** Of no plan, where one is chosen. */
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

/** `1.5 GB / 20GB` */
export function roomOf({ plan, storedBytes }: Room): string {
  const known = planOf(plan);
  return known ? `${size(storedBytes)} / ${known.storage}GB` : size(storedBytes);
}

export function stateOf(facility: State): string {
  const { isActive, hasBegun, asksToContinue, isBeingRemoved, trialEndsAt, endsOn, phase } =
    facility;
  if (isBeingRemoved) return '削除しています';
  if (endsOn !== null) return endingOf(phase, endsOn);
  if (!hasBegun) return '開始前';
  if (asksToContinue) return '継続のお申し込み（確認待ち）';
  if (!isActive) return 'お試し終了';
  return trialEndsAt === null ? '利用中' : `お試し（${lastDayOfTrial(trialEndsAt)}まで）`;
}

/** `終わりの予定（2026-12-31まで）` */
const endingOf = (phase: EndingPhase, endsOn: string): string =>
  phase === 'announced'
    ? `終わりの予定（${endsOn}まで）`
    : `${endsOn}で終わりました（${lastDayToRead(endsOn)}までご家族が読めます）`;

/** The limits from now on. */
export function limitsOf(plan: string | null): string {
  const limits = planOf(plan);
  return limits
    ? `プランは${limits.id}です（入居者${limits.residents}人、写真${limits.storage}GBまで）。`
    : '人数と容量の制限はありません。付けるときは set-plan を使います。';
}

/** For a choice of plans, none among them. */
export const planChoices = () => [
  ...PLANS.map(({ id, name, residents, storage }) => ({
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
export const facilityFacts = (facility: Known): [string, string][] => [
  ['状態', stateOf(facility)],
  ['プラン', planOf(facility.plan)?.name ?? (facility.hasBegun ? '制限なし' : 'ありません')],
  ['入居者', `${facility.residents}人`],
  ['ご家族', `${facility.families}件`],
  ['職員', `${facility.staffs}人`],
  ['写真', `${facility.items}枚（${roomOf(facility)}）`],
  ['施設の確認', facility.isConfirmed ? '確かめてあります' : 'まだです'],
  ['登録日', moment(facility.createdAt).slice(0, 10)],
  ['番号', facility.id],
];
