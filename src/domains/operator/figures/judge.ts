import { DAY_MS } from '#lib/durations.ts';
import { moment } from '#lib/figures.ts';
import type { Kind } from '#server/figures/recorder.ts';

/** Times in milliseconds; null without any answer. */
export interface Sum {
  requests: number;
  errors: number;
  p50: number | null;
  p95: number | null;
}

export interface KindFigures {
  kind: Kind;
  total: Sum;
  steps: (Sum & { at: string })[];
}

export const KIND_NAMES: Record<Kind, string> = {
  letter: 'お便り',
  page: 'ページ',
  call: '画面の操作',
  upload: '写真の受け取り',
  photo: '写真の表示',
};

/** Within which 95 of 100 answers should be sent. Uploads take as long as the phone's network. */
const SLOW_MS = 3000;
/** With fewer, one slow phone is already a twentieth. */
const ENOUGH = 20;
const SOON_MS = 60 * DAY_MS;

/** `0.04秒` */
export function seconds(ms: number | null): string {
  if (ms === null) return '―';
  if (ms < 1000) return `${Math.max(0.01, ms / 1000).toFixed(2)}秒`;
  return ms < 10_000 ? `${(ms / 1000).toFixed(1)}秒` : `${Math.round(ms / 1000)}秒`;
}

/** Sentences about what is slow or broken; none if nothing is. @param hour of the last hour */
export function whatIsWrong(
  hour: readonly KindFigures[],
  fullAt: Date | null,
  now: Date,
): string[] {
  const broken = hour.filter(({ total }) => total.errors > 0);
  const slow = hour.filter(
    ({ kind, total }) =>
      kind !== 'upload' && total.requests >= ENOUGH && (total.p95 ?? 0) > SLOW_MS,
  );
  const list = (kinds: readonly KindFigures[], of: (one: KindFigures) => string): string =>
    kinds.map((one) => `${KIND_NAMES[one.kind]}${of(one)}`).join('、');
  return [
    ...(broken.length > 0
      ? [`この1時間に不具合がありました: ${list(broken, ({ total }) => `${total.errors}回`)}`]
      : []),
    ...(slow.length > 0
      ? [
          `この1時間は遅くなっています: ${list(slow, ({ total }) => `の20回に1回は${seconds(total.p95)}より長い`)}`,
        ]
      : []),
    ...(fullAt !== null && fullAt.getTime() - now.getTime() < SOON_MS
      ? [`このままだと、${dayOf(fullAt)} ごろにディスクがいっぱいになります`]
      : []),
  ];
}

/** `2026-11-21` */
export const dayOf = (at: Date): string => moment(at.toISOString()).slice(0, 10);
