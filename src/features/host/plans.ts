/** What `/hosts/price` shows; one table, in yen a month with tax (design, "Plans"). */
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
