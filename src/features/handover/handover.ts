import { z } from 'zod';
import type { YearMonth } from '#lib/calendar.ts';
import { opaque, yearMonthText } from '#lib/input.ts';
import type { Addressee } from '#features/delivery/mail-states.ts';
import { NO_MAIL_TEXT, whyNoMail } from '#features/delivery/mail-states.ts';
import { DELIVERY_WAYS } from '#features/family/family.ts';
import { goesOut } from '#features/letter/month-contents.ts';
import type { MonthContents } from '#features/letter/month-contents.ts';
import type { Viewer } from '#features/letter/visibility.ts';

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

const again = 'ページを読み込み直してから、もう一度お試しください。';

/** A button of the list. */
export const HandoverForm = z.object({
  yearMonth: yearMonthText(again),
  familyId: opaque(again, 32).min(1, again),
  done: z.enum(['yes', 'no'], again),
});

/** Why a family by link or on paper gets nothing this month. */
export type NotHanded = 'died' | 'left' | 'heldBack' | 'away' | 'mailed' | 'noLetter';

export const NOT_HANDED_TEXT: Record<NotHanded, string> = {
  died: NO_MAIL_TEXT.died,
  left: NO_MAIL_TEXT.left,
  heldBack: NO_MAIL_TEXT.heldBack,
  away: NO_MAIL_TEXT.away,
  mailed: 'この号は、メールでお送りしています',
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
}

/** What a family's place in the list depends on. */
export interface HandoverFacts extends Viewer, Addressee {
  isDone: boolean;
  /** This month's letter went by mail, before the way of delivery changed. */
  isMailed: boolean;
}

/**
 * Who is listed (domain.md#handing-over): a tick stays, whatever comes after it.
 * @returns null if listed, `email` for a family that gets mail
 */
export function whyNotHanded(
  { isDone, isMailed, ...family }: HandoverFacts,
  contents: MonthContents,
): NotHanded | 'email' | null {
  if (isDone) return null;
  if (family.delivery === 'email') return 'email';
  const goes = goesOut(family, contents);
  const reason = whyNoMail(family, contents, goes);
  if (reason === 'link' || reason === 'print') {
    if (isMailed) return 'mailed';
    return goes ? null : 'noLetter';
  }
  return reason === 'noAddress' ? 'noLetter' : reason;
}

export interface HandoverCounts {
  yearMonth: YearMonth;
  all: number;
  left: number;
  /** Of those who are left. */
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
