import type { ConsentCounts } from '#domains/people/consent-records/consent-list.ts';
import type { FamilyWay } from '#domains/people/family.ts';

/** What an admin of a new facility does, in order; each step disappears when it is done. */
const FIRST_STEPS = [
  'residents',
  'families',
  'consents',
  'photos',
  'ownLetter',
  'colleagues',
  'device',
] as const;
export type FirstStep = (typeof FIRST_STEPS)[number];

/** Without these there is no letter; an admin may do without the others. */
const NEEDED: readonly FirstStep[] = ['residents', 'families', 'photos'];

export interface FirstStepFacts {
  /** An admin has put the guidance away, or the first months are over. */
  areClosed: boolean;
  /** Everybody but oneself, also those who have not confirmed yet. */
  colleagues: number;
  devices: number;
  hasOwnLetter: boolean;
}

/** What a dashboard knows. */
interface Facts {
  residentsCount: number;
  families: Record<FamilyWay, number>;
  withoutFamily: { count: number };
  letter: { itemsCount: number };
  storedBytes: number;
  consents: Pick<ConsentCounts, 'unanswered'>;
  firstSteps: FirstStepFacts;
}

const IS_LEFT: Record<FirstStep, (of: Facts) => boolean> = {
  residents: ({ residentsCount }) => residentsCount === 0,
  families: ({ families, residentsCount, withoutFamily }) =>
    Object.values(families).every((count) => count === 0) &&
    (residentsCount === 0 || withoutFamily.count > 0),
  consents: ({ residentsCount, consents }) => residentsCount === 0 || consents.unanswered > 0,
  photos: ({ letter, storedBytes }) => letter.itemsCount === 0 && storedBytes === 0,
  ownLetter: ({ firstSteps }) => !firstSteps.hasOwnLetter,
  colleagues: ({ firstSteps }) => firstSteps.colleagues === 0,
  device: ({ firstSteps }) => firstSteps.devices === 0,
};

/** What is left of the first steps. */
export const firstStepsLeft = (of: Facts): FirstStep[] =>
  FIRST_STEPS.filter(
    (step) => (NEEDED.includes(step) || !of.firstSteps.areClosed) && IS_LEFT[step](of),
  );

/** The next one without which there is no letter; null when all of those are done. */
export const nextFirstStep = (of: Facts): FirstStep | null =>
  NEEDED.find((step) => IS_LEFT[step](of)) ?? null;
