/** Plans as shown on `/hosts/price`, in yen a month including tax (domain.md#facilities). */
export interface Plan {
  id: string;
  name: string;
  price: number;
  /** Maximum number of residents. */
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
/** Gigabytes during a trial, whatever the plan, since anyone can start one. */
export const TRIAL_STORAGE = 20;

const GB = 1_000_000_000;
/** Allowance beyond the plan, so that no facility is cut off mid-month. */
const TOLERANCE = 1.1;

/** Undefined if a host has no plan, like those created by the operator. */
export const planOf = (id: string | null): Plan | undefined => PLANS.find((plan) => plan.id === id);

/**
 * A host's storage limit in bytes, and as shown in gigabytes.
 * @returns null for no limit: a host created by the operator
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
