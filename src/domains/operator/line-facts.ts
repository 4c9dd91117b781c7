import type { LineState } from '#domains/line/line-state.ts';
import type { CivilDate } from '#lib/calendar.ts';
import { formatMoment } from '#lib/format-ja.ts';

const TROUBLE = {
  settings: 'LINEに断られました。LINE_CHANNEL_ID と LINE_CHANNEL_SECRET をお確かめください',
  away: 'LINEから返事がありません。しばらくしてから、もう一度開いてください',
};

/** How the channel is, for the operator. */
export function lineFacts({ trouble, quota, heardAt }: LineState, today: CivilDate) {
  return [
    ['LINEとのつながり', trouble === null ? 'よくつながっています' : TROUBLE[trouble]],
    [
      'LINEからの知らせ（Webhook）',
      heardAt === null
        ? 'まだ届いていません。LINE Developers の Webhook URL をお確かめください'
        : `最後は ${formatMoment(new Date(heardAt), today)}`,
    ],
    ['今月送れる数', quota === null ? 'わかりません' : quotaWords(quota.limit)],
    ['今月送った数', quota === null ? 'わかりません' : `${quota.used}通`],
  ] as const;
}

const quotaWords = (limit: number | null): string =>
  limit === null ? 'きまりはありません' : `${limit}通`;
