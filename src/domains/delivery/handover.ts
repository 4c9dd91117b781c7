import { z } from 'zod';
import type { MonthContents } from '#domains/letter/month-contents.ts';
import { goesOut } from '#domains/letter/month-contents.ts';
import { DELIVERY_WAYS } from '#domains/people/family.ts';
import type { Viewer } from '#domains/people/stay.ts';
import type { YearMonth } from '#lib/calendar.ts';
import { REOPEN, formId, yearMonthText } from '#lib/input.ts';
import { addressWith } from '#lib/pages.ts';
import { paths } from '#lib/paths.ts';
import type { ListPlace } from '#lib/search.ts';
import { listPlaceParts, pageInGroups } from '#lib/search.ts';
import type { Addressee } from './reasons.ts';
import { NO_MAIL_TEXT, whyNoMail } from './reasons.ts';

/** Whether a family was given its letter (contract.md#letters). */
export const HandoverSchema = z.object({
  familyId: z.string(),
  delivery: z.enum(DELIVERY_WAYS),
  done: z.boolean(),
  /** Who ticked it; null while that person is not on the staff. */
  by: z.string().nullable(),
  at: z.string().nullable(),
});

export const HandoverInput = z.strictObject({
  done: z.boolean('お渡ししたかどうかを選んでください。'),
});
export type HandoverInput = z.output<typeof HandoverInput>;

/** A button of the list. */
export const HandoverForm = z.object({
  yearMonth: yearMonthText(REOPEN),
  familyId: formId(32),
  done: z.enum(['yes', 'no'], REOPEN),
});

/** Why a family by link or on paper gets nothing this month. */
export type NotHanded = 'died' | 'left' | 'skipped' | 'away' | 'paused' | 'sent' | 'noLetter';

export const NOT_HANDED_TEXT: Record<NotHanded, string> = {
  died: NO_MAIL_TEXT.died,
  left: NO_MAIL_TEXT.left,
  skipped: NO_MAIL_TEXT.skipped,
  away: NO_MAIL_TEXT.away,
  paused: NO_MAIL_TEXT.paused,
  sent: 'この号は、もうお送りしています',
  noLetter: NO_MAIL_TEXT.noLetter,
};

export interface Handover {
  familyId: string;
  familyName: string;
  relationship: string;
  resident: { id: string; name: string; nameKana: string; room: string };
  delivery: 'email' | 'link' | 'print';
  done: { at: string; by: string | null } | null;
  /** When 見ました was pressed. */
  seenAt: string | null;
  /** Why LINE or a mail did not bring it. */
  trouble: string | null;
  /** The letter after a death. */
  isLast: boolean;
}

/** What a family's place in the list depends on. */
export interface HandoverFacts extends Viewer, Addressee {
  isDone: boolean;
  /** This month's letter went by mail or LINE, before the way of delivery changed. */
  isSent: boolean;
  /** There is a mail of it, sent or not. */
  hasMail: boolean;
  /** LINE did not bring it to any account. */
  isLost: boolean;
  /** The mail came back, and nobody has seen the letter otherwise. */
  hasComeBack: boolean;
  /** The family's way without LINE. */
  registered: Handover['delivery'];
}

/** How a letter is handed over that neither LINE nor a mail brought. */
export const wayByHand = ({ registered }: Pick<HandoverFacts, 'registered'>): 'link' | 'print' =>
  registered === 'print' ? 'print' : 'link';

/**
 * Whether a family is listed (domain.md#handing-over): a tick stays, whatever comes after it.
 * @returns null if listed, `email` or `line` for a family that gets it by itself
 */
export function whyNotHanded(
  { isDone, isSent, ...facts }: HandoverFacts,
  contents: MonthContents,
): NotHanded | 'email' | 'line' | null {
  if (isDone) return null;
  if (facts.isLost && facts.hasMail && !facts.hasComeBack) return 'email';
  const isByHand = facts.isLost || (facts.delivery === 'email' && facts.hasComeBack);
  const family = isByHand ? { ...facts, delivery: wayByHand(facts) } : facts;
  if (family.delivery === 'email' || family.delivery === 'line') return family.delivery;
  const goes = goesOut(family, contents);
  const reason = whyNoMail(family, contents, goes);
  if (reason === 'link' || reason === 'print') {
    if (isSent) return 'sent';
    return goes ? null : 'noLetter';
  }
  return reason === 'noAddress' || reason === 'returned' || reason === 'line' ? 'noLetter' : reason;
}

export interface HandoverCounts {
  yearMonth: YearMonth;
  all: number;
  left: number;
  /** Among those who are left. */
  link: number;
  print: number;
}

export function countHandovers(
  yearMonth: YearMonth,
  handovers: readonly Pick<Handover, 'delivery' | 'done'>[],
): HandoverCounts {
  const left = handovers.filter(({ done }) => done === null);
  const by = (way: Handover['delivery']) => left.filter(({ delivery }) => delivery === way).length;
  return {
    yearMonth,
    all: handovers.length,
    left: left.length,
    link: by('link'),
    print: by('print'),
  };
}

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

export type HandoversPlace = ListPlace<ShownHandovers>;

/** @param more what else the address says */
export const handoversAddress = (
  yearMonth: YearMonth,
  place: HandoversPlace,
  more: Record<string, string> = {},
): string => addressWith(paths.adminHandovers(yearMonth), { ...listPlaceParts(place), ...more });

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
export const handoversOnPage = (handovers: readonly Handover[], place: HandoversPlace) =>
  pageInGroups(handoversShown(handovers, place.shown), place, ({ familyName, resident }) => ({
    group: resident.id,
    texts: [familyName, resident.name, resident.nameKana, resident.room],
  }));
