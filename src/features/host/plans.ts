/** What `/hosts/price` shows; one table, in yen a month with tax (domain.md#facilities). */
export interface Plan {
  id: string;
  name: string;
  /** Yen a month, tax included, after the trial. */
  price: number;
  /** Residents whose letters a facility can send. */
  residents: number;
  /** Gigabytes of photos. */
  storage: number;
}

export const PLANS = [
  { id: 'small', name: '小さな施設', price: 3_300, residents: 20, storage: 20 },
  { id: 'standard', name: '標準', price: 6_600, residents: 50, storage: 60 },
  { id: 'large', name: '大きな施設', price: 13_200, residents: 150, storage: 200 },
] as const satisfies readonly Plan[];

export type PlanId = (typeof PLANS)[number]['id'];
export const PLAN_IDS = PLANS.map(({ id }) => id) as [PlanId, ...PlanId[]];

export const TRIAL_DAYS = 30;
/** Gigabytes of photos during a trial, whatever the plan: anybody can begin one. */
export const TRIAL_STORAGE = 20;

const GB = 1_000_000_000;
/** A little beyond what the plan says: nobody's month ends at a number. */
const TOLERANCE = 1.1;

/** The plan of a host; undefined where it has none, as a host of the operator's own. */
export const planOf = (id: string | null): Plan | undefined => PLANS.find((plan) => plan.id === id);

/**
 * Bytes that the photos of a host may take, and what its people know of it, in gigabytes.
 * @returns null where there is no limit: a host of the operator's own
 */
export function roomOf(
  plan: string | null,
  isOnTrial: boolean,
): { maxBytes: number; storage: number } | null {
  const known = planOf(plan)?.storage;
  if (known === undefined && !isOnTrial) return null;
  const storage = isOnTrial ? Math.min(known ?? TRIAL_STORAGE, TRIAL_STORAGE) : (known ?? 0);
  return { maxBytes: storage * TOLERANCE * GB, storage };
}
