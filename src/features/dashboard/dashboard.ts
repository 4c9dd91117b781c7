import type { CivilDate, YearMonth } from '../../lib/calendar.ts';
import type { DeliverySummary } from '../delivery/state.service.ts';
import type { AdminLetter } from '../letter/admin-letter.ts';
import type { FailedMails } from '../mail/failed-mails.ts';
import type { FailedPhotos } from '../photo/failed-photos.ts';
import { isNoneFailed } from '../photo/failed-photos.ts';
import type { ResidentShort } from '../resident/resident.ts';

/** Longer lists are cut, and say how many more there are. */
export const MAX_LISTED = 24;

interface Listed<T> {
  /** At most MAX_LISTED. */
  first: T[];
  /** Of all. */
  count: number;
}

/** A family whom nothing would reach: no address of the kind that it is to be reached by. */
interface UnreachedFamily {
  id: string;
  name: string;
  residentName: string;
  delivery: 'email' | 'link' | 'print';
}

export interface Dashboard {
  /** Until the day of delivery; counted like the deadline bar (domain.md#pages). */
  daysLeft: number;
  deliveryDay: CivilDate;
  /** 0 to 23, in Tokyo. */
  deliveryHour: number;
  /** The letter of this month, which comes on that day. */
  letter: AdminLetter;
  residentsCount: number;
  /** The same people as on the photo page. */
  withoutPhotos: Listed<ResidentShort>;
  /** False: some have not agreed to photos, or were not asked. */
  arePhotosOfAll: boolean;
  unreached: Listed<UnreachedFamily>;
  /** Residents for whom no family is known at all. */
  withoutFamily: Listed<{ id: string; name: string }>;
  /** Families of each way; those by link get it from somebody's hand. */
  families: Record<UnreachedFamily['delivery'], number>;
  /** The facility has switched its mails off. */
  isMailOff: boolean;
  /** Of last month's letter. */
  lastDelivery: DeliverySummary;
  failedMails: FailedMails;
  failedPhotos: FailedPhotos;
  /** Photos that wait for an answer, by month. */
  held: { yearMonth: YearMonth; count: number }[];
  storedBytes: number;
  /** The server takes no more photos of this facility. */
  isDiskFull: boolean;
}

export const listed = <T>(all: readonly T[]): Listed<T> => ({
  first: all.slice(0, MAX_LISTED),
  count: all.length,
});

/** What a new facility does, in this order, before it has anything to deliver. */
export const FIRST_STEPS = ['residents', 'families', 'photos'] as const;
export type FirstStep = (typeof FIRST_STEPS)[number];

/** The first of the first steps that has not been taken; null where all have. */
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

/** Whether nothing is left to do before the delivery. */
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
  dashboard.held.length === 0;
