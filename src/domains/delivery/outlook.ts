import type { CivilDate } from '#lib/calendar.ts';
import { civilDateOf } from '#lib/calendar.ts';

/** Why a family that a letter is for does not get it by itself. */
export type HeldUp =
  /** The trial is over by then. */
  | 'inactive'
  /** Mails and messages are switched off. */
  | 'off'
  /** The first day with room for the mail is after the trial. */
  | 'afterTrial';

/** What is going to happen to a family's letter; nothing of it is certain before the day. */
export interface Expected {
  familyId: string;
  /** null if nothing is sent or handed over. */
  way: 'email' | 'line' | 'link' | 'print' | null;
  /** Of the mail, also of one beside LINE. Relatives share one. */
  mail: { at: Date; number: number } | null;
  /** null if it has a way. */
  reason: Exclude<NoMailReason, 'line' | 'link' | 'print'> | HeldUp | null;
}

/** The same for all of a facility. */
export interface Outlook {
  /** When the run is due. */
  at: Date;
  outcome: 'mails' | 'off' | 'inactive';
  /** Mails by day, with the families for whom one is the way. */
  days: { day: CivilDate; families: number; mails: number }[];
  line: number;
  link: number;
  print: number;
  /** Families without anything, by reason. */
  none: { reason: NonNullable<Expected['reason']>; families: number }[];
}

export function outlookOf(
  at: Date,
  outcome: Outlook['outcome'],
  expected: readonly Expected[],
): Outlook {
  const by = (way: Expected['way']) => expected.filter((one) => one.way === way);
  const mails = Map.groupBy(
    expected.filter(({ mail }) => mail !== null),
    ({ mail }) => civilDateOf(mail?.at ?? at),
  );
  const days = [...mails].map(([day, of]) => ({
    day,
    families: of.filter(({ way }) => way === 'email').length,
    mails: new Set(of.map(({ mail }) => mail?.number)).size,
  }));
  const reasons = Map.groupBy(by(null), ({ reason }) => reason ?? 'noLetter');
  return {
    at,
    outcome,
    days: days.sort((a, b) => (a.day < b.day ? -1 : 1)),
    ...{ line: by('line').length, link: by('link').length, print: by('print').length },
    none: [...reasons].map(([reason, of]) => ({ reason, families: of.length })),
  };
}

/** Families that are promised something. */
export const promised = ({ days, line, link, print }: Outlook): number =>
  days.reduce((sum, { families }) => sum + families, 0) + line + link + print;

/** Families whose letter is held up for that reason. */
export const heldUp = ({ none }: Outlook, reason: HeldUp): number =>
  none.find((one) => one.reason === reason)?.families ?? 0;

export type NoMailReason =
  'died' | 'left' | 'skipped' | 'away' | 'line' | 'print' | 'link' | 'noAddress' | 'noLetter';
