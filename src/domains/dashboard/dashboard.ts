import type { HandoverCounts } from '#domains/delivery/handover.ts';
import type { DeliverySummary } from '#domains/delivery/read-mail-states.ts';
import type { Answer } from '#domains/letter/answer/answer.ts';
import type { AdminLetter } from '#domains/letter/desk/admin-letter.ts';
import type { FailedMails } from '#domains/mail/failed-mails.ts';
import type { ResidentShort } from '#domains/people/resident.ts';
import type { FailedPhotos } from '#domains/photo/failed-photos.ts';
import { isNoneFailed } from '#domains/photo/failed-photos.ts';
import type { CivilDate } from '#lib/calendar.ts';

export const MAX_LISTED = 24;
export const MAX_ANSWERS = 5;

interface Listed<T> {
  first: T[];
  count: number;
}

interface UnreachedFamily {
  id: string;
  name: string;
  residentName: string;
  delivery: 'email' | 'link' | 'print';
}

export interface Dashboard {
  /** Until the day of delivery, counted like the deadline bar (domain.md#pages). */
  daysLeft: number;
  deliveryDay: CivilDate;
  deliveryHour: number;
  letter: AdminLetter;
  residentsCount: number;
  withoutPhotos: Listed<ResidentShort>;
  /** Who is meant when nobody's photo is missing. */
  allAwaited: string;
  unreached: Listed<UnreachedFamily>;
  withoutFamily: Listed<{ id: string; name: string }>;
  families: Record<UnreachedFamily['delivery'], number>;
  isMailOff: boolean;
  lastDelivery: DeliverySummary;
  handovers: HandoverCounts;
  failedMails: FailedMails;
  failedPhotos: FailedPhotos;
  heldCount: number;
  /** Not passed on, newest first. */
  answers: Listed<Answer>;
  storedBytes: number;
  isDiskFull: boolean;
}

export const listed = <T>(all: readonly T[]): Listed<T> => ({
  first: all.slice(0, MAX_LISTED),
  count: all.length,
});

export const FIRST_STEPS = ['residents', 'families', 'photos'] as const;
export type FirstStep = (typeof FIRST_STEPS)[number];

/** null when all are done. */
export function nextFirstStep({
  residentsCount,
  families,
  letter,
  storedBytes,
}: Pick<Dashboard, 'residentsCount' | 'families' | 'letter' | 'storedBytes'>): FirstStep | null {
  if (residentsCount === 0) return 'residents';
  if (families.email + families.link + families.print === 0) return 'families';
  return letter.itemsCount === 0 && storedBytes === 0 ? 'photos' : null;
}

export const isAllDone = (dashboard: Dashboard): boolean =>
  !dashboard.isDiskFull &&
  nextFirstStep(dashboard) === null &&
  dashboard.letter.body !== '' &&
  dashboard.withoutPhotos.count === 0 &&
  dashboard.unreached.count === 0 &&
  dashboard.withoutFamily.count === 0 &&
  !(dashboard.isMailOff && dashboard.families.email > 0) &&
  dashboard.failedMails.count === 0 &&
  isNoneFailed(dashboard.failedPhotos) &&
  dashboard.heldCount === 0;
