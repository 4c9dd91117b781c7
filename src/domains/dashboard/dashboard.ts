import type { HandoverCounts } from '#domains/delivery/handover.ts';
import type { Outlook } from '#domains/delivery/outlook.ts';
import type { DeliverySummary } from '#domains/delivery/read-states.ts';
import type { Answer } from '#domains/letter/answer/answer.ts';
import type { AdminLetter } from '#domains/letter/desk/admin-letter.ts';
import type { MonthLetter } from '#domains/letter/desk/month-letters.ts';
import type { FailedMails } from '#domains/mail/failed-mails.ts';
import type { ConsentCounts } from '#domains/people/consent-records/consent-list.ts';
import type { FamilyWay } from '#domains/people/family.ts';
import type { FailedPhotos } from '#domains/photo/failed-photos.ts';
import { isNoneFailed } from '#domains/photo/failed-photos.ts';
import type { CivilDate } from '#lib/calendar.ts';
import type { FirstStep, FirstStepFacts } from './first-steps.ts';
import { nextFirstStep } from './first-steps.ts';
import type { WayChange } from './history/way-changes.ts';

const MAX_LISTED = 24;
/** Each with its buttons. */
export const MAX_ANSWERS = 5;

interface Listed<T> {
  first: T[];
  count: number;
}

/** Mails come back from its address. */
interface ReturnedFamily {
  id: string;
  name: string;
  residentName: string;
  words: string;
}

interface UnreachedFamily {
  id: string;
  name: string;
  residentName: string;
  delivery: 'email' | 'link' | 'print';
}

export interface Dashboard {
  deliveryDay: CivilDate;
  /** What is going to be sent then; null if that has been decided. */
  outlook: Outlook | null;
  /** The month is nearly over. */
  isTimeToCheck: boolean;
  letter: AdminLetter;
  residentsCount: number;
  withoutPhotos: Listed<Pick<MonthLetter, 'id' | 'name' | 'room'>>;
  /** Letters that nobody has looked at. */
  uncheckedCount: number;
  unreached: Listed<UnreachedFamily>;
  returned: Listed<ReturnedFamily>;
  withoutFamily: Listed<{ id: string; name: string }>;
  families: Record<FamilyWay, number>;
  isMailOff: boolean;
  lastDelivery: DeliverySummary;
  handovers: HandoverCounts;
  failedMails: FailedMails;
  failedPhotos: FailedPhotos;
  heldCount: number;
  /** Photos that a rule leaves out until staff decide. */
  leftOutCount: number;
  /** Families' words that nobody has passed on or answered, of any month; the newest few. */
  answers: Listed<Answer>;
  /** Families that have entered themselves; not proven: their address. */
  applications: { ready: number; unproved: number };
  consents: ConsentCounts;
  wayChanges: Listed<WayChange>;
  firstSteps: FirstStepFacts;
  storedBytes: number;
  isDiskFull: boolean;
}

export const listed = <T>(all: readonly T[]): Listed<T> => ({
  first: all.slice(0, MAX_LISTED),
  count: all.length,
});

/** What a month asks of an admin, in the order in which it is done. */
const TASKS = [
  'handOver',
  'mails',
  'returned',
  'failedPhotos',
  'held',
  'leftOut',
  'greeting',
  'photos',
  'mailOff',
  'unreached',
  'withoutFamily',
  'checks',
] as const;
type Task = (typeof TASKS)[number];

/** A facility that is still being set up is asked for what it has begun only. */
const IS_LEFT: Record<Task, (of: Dashboard, step: FirstStep | null) => boolean> = {
  handOver: ({ handovers }) => handovers.left > 0,
  mails: ({ failedMails }) => failedMails.count > 0,
  returned: ({ returned }) => returned.count > 0,
  failedPhotos: ({ failedPhotos }) => !isNoneFailed(failedPhotos),
  held: ({ heldCount }) => heldCount > 0,
  leftOut: ({ leftOutCount }) => leftOutCount > 0,
  greeting: ({ letter }, step) => letter.body === '' && step === null,
  photos: ({ withoutPhotos }, step) => withoutPhotos.count > 0 && step === null,
  mailOff: ({ isMailOff, families }) => isMailOff && families.email + families.line > 0,
  unreached: ({ unreached }) => unreached.count > 0,
  withoutFamily: ({ withoutFamily }, step) =>
    withoutFamily.count > 0 && (step === null || step === 'photos'),
  checks: ({ uncheckedCount, ...of }, step) =>
    uncheckedCount > 0 && of.isTimeToCheck && step === null,
};

/** What is left to do; a task disappears when it is done. */
export function tasksLeft(dashboard: Dashboard): Task[] {
  const step = nextFirstStep(dashboard);
  return TASKS.filter((task) => IS_LEFT[task](dashboard, step));
}

export const isAllDone = (dashboard: Dashboard): boolean =>
  !dashboard.isDiskFull &&
  dashboard.consents.narrower === 0 &&
  dashboard.consents.undecided.length === 0 &&
  nextFirstStep(dashboard) === null &&
  tasksLeft(dashboard).length === 0 &&
  dashboard.uncheckedCount === 0;
