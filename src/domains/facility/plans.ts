export interface Plan {
  id: string;
  name: string;
  price: number;
  residents: number;
  storage: number;
}

export const PLANS = [
  { id: 'small', name: '小さな施設', price: 3_300, residents: 20, storage: 20 },
  { id: 'standard', name: '標準', price: 6_600, residents: 50, storage: 60 },
  { id: 'large', name: '大きな施設', price: 13_200, residents: 150, storage: 200 },
] as const satisfies readonly Plan[];

export type PlanId = (typeof PLANS)[number]['id'];
export const PLAN_IDS = PLANS.map(({ id }) => id) as [PlanId, ...PlanId[]];

/** Gigabytes, whatever the plan: anyone can start a trial. */
export const TRIAL_STORAGE = 20;

const GB = 1_000_000_000;
/** Beyond the plan, so that no facility is cut off mid-month. */
const TOLERANCE = 1.1;

/** undefined without a plan, as for facilities that the operator created. */
export const planOf = (id: string | null): Plan | undefined => PLANS.find((plan) => plan.id === id);

/** A host's storage limit; null for no limit */
export function roomOf(
  plan: string | null,
  isOnTrial: boolean,
): { maxBytes: number; storage: number } | null {
  const known = planOf(plan)?.storage;
  if (known === undefined && !isOnTrial) return null;
  const storage = isOnTrial ? Math.min(known ?? TRIAL_STORAGE, TRIAL_STORAGE) : (known ?? 0);
  return { maxBytes: storage * TOLERANCE * GB, storage };
}
