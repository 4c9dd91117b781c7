import { invalid } from '#lib/errors.ts';
import type { Plan } from '#lib/operator-facts.ts';
import { NO_OPERATOR } from '#lib/operator-facts.ts';

/** Gigabytes, whatever the plan: anyone can start a trial. */
export const TRIAL_STORAGE = 20;

const GB = 1_000_000_000;
/** Beyond the plan, so that no facility is cut off mid-month. */
export const TOLERANCE_PERCENT = 110;

type Plans = readonly Plan[];

/** undefined without a plan, as for facilities that the operator created, or one no longer offered. */
export const planOf = (plans: Plans, id: string | null): Plan | undefined =>
  plans.find((plan) => plan.id === id);

/** @throws AppError 422 if it is not offered */
export function requirePlan(plans: Plans, id: string): Plan {
  const plan = planOf(plans, id);
  if (!plan) throw invalid(CHOOSE, { plan: [CHOOSE] });
  return plan;
}

export const CHOOSE = 'プランを選んでください。';

/** In the history: its earlier notes have the id instead of the name. */
export const nameOfNoted = (detail: string): string =>
  detail === 'none' ? '制限なし' : (planOf(NO_OPERATOR.plans, detail)?.name ?? detail);

/** A host's storage limit; null for no limit. @param plan undefined for none */
export function roomOf(
  plan: Plan | undefined,
  isOnTrial: boolean,
): { maxBytes: number; storage: number } | null {
  if (!plan && !isOnTrial) return null;
  const known = plan?.storage ?? TRIAL_STORAGE;
  const storage = isOnTrial ? Math.min(known, TRIAL_STORAGE) : known;
  return { maxBytes: (storage * TOLERANCE_PERCENT * GB) / 100, storage };
}
