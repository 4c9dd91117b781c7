import type { YearMonth } from '#lib/calendar.ts';
import type { PageOf } from '#lib/pages.ts';
import { addressWith, pageOf, readPage } from '#lib/pages.ts';
import { paths } from '#lib/paths.ts';
import type { Handover } from './handover.ts';

export const SHOWN_HANDOVERS = ['all', 'left', 'done', 'link', 'print'] as const;
type ShownHandovers = (typeof SHOWN_HANDOVERS)[number];

const BELONGS: Record<ShownHandovers, (handover: Handover) => boolean> = {
  all: () => true,
  left: ({ done }) => done === null,
  done: ({ done }) => done !== null,
  link: ({ delivery }) => delivery === 'link',
  print: ({ delivery }) => delivery === 'print',
};

export const SHOWN_HANDOVERS_WORDS: Record<ShownHandovers, string> = {
  all: 'すべて',
  left: 'お渡しがまだ',
  done: 'お渡ししました',
  link: 'リンク',
  print: '印刷',
};

export const handoversShown = (handovers: readonly Handover[], shown: ShownHandovers) =>
  handovers.filter(BELONGS[shown]);

/** Which part of the list is shown; ticking keeps it. */
export interface HandoversPlace {
  shown: ShownHandovers;
  /** From 1; may be past the end. */
  page: number;
}

/** Unknown values mean all. */
export const readHandoversPlace = (query: Pick<URLSearchParams, 'get'>): HandoversPlace => ({
  shown: SHOWN_HANDOVERS.find((shown) => shown === query.get('show')) ?? 'all',
  page: readPage(query),
});

/** @param more what else the address says */
export const handoversAddress = (
  yearMonth: YearMonth,
  { shown, page }: HandoversPlace,
  more: Record<string, string> = {},
): string =>
  addressWith(paths.adminHandovers(yearMonth), {
    show: shown === 'all' ? null : shown,
    page: page > 1 ? page : null,
    ...more,
  });

/** After a tick: at the family, or at what was said about it where it is no longer listed. */
export function afterTick(
  yearMonth: YearMonth,
  place: HandoversPlace,
  { familyId, done }: { familyId: string; done: 'yes' | 'no' },
): string {
  const stays = place.shown !== 'left' && place.shown !== 'done';
  const address = handoversAddress(yearMonth, place, { ticked: done, family: familyId });
  return `${address}#${stays ? `family-${familyId}` : 'ticked'}`;
}

/** Pages are by resident, each with all of their families. */
export function handoversOnPage(
  handovers: readonly Handover[],
  { shown, page }: HandoversPlace,
): PageOf<Handover[]> {
  const found = Map.groupBy(handoversShown(handovers, shown), ({ resident }) => resident.id);
  return pageOf([...found.values()], page);
}
