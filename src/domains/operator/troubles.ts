import { DAY_MS, HOUR_MS, MINUTE_MS } from '#lib/durations.ts';
import type { CheckName } from './status.ts';

/** A check that fails, or of which the operator was told within the last day. */
interface Trouble {
  /** Instant; null once the check holds again. */
  since: string | null;
  /** Instant of the last mail. */
  toldAt: string | null;
}

export type Troubles = Partial<Record<CheckName, Trouble>>;

export interface Step {
  next: Troubles;
  /** Checks to tell of. */
  failing: CheckName[];
  /** Checks that hold again, of whose failing the operator was told. */
  over: CheckName[];
}

const FEW_MINUTES_MS = 10 * MINUTE_MS;

/** How long a check must fail: a deploy or a short hiccup of the disk is no reason to wake anyone. */
const LASTING_MS: Record<CheckName, number> = {
  storage: HOUR_MS,
  disk: FEW_MINUTES_MS,
  mails: FEW_MINUTES_MS,
  stopped: FEW_MINUTES_MS,
  returned: FEW_MINUTES_MS,
  jobs: FEW_MINUTES_MS,
  backup: FEW_MINUTES_MS,
  copies: FEW_MINUTES_MS,
  rehearsal: FEW_MINUTES_MS,
};

/**
 * What the operator should be told, once a day for each check, and once when it is over. `next` holds
 * for the case that telling succeeds.
 * @param checks without those whose result is unknown, which stay as they were
 */
export function followTroubles(
  before: Troubles,
  checks: Partial<Record<CheckName, boolean>>,
  now: Date,
): Step {
  const step: Step = { next: unknownOf(before, checks), failing: [], over: [] };
  for (const name of Object.keys(checks) as CheckName[]) {
    const { since = null, toldAt = null } = before[name] ?? {};
    const wasToldToday = toldAt !== null && ageOf(toldAt, now) < DAY_MS;
    if (!checks[name]) {
      const start = since ?? now.toISOString();
      const isDue = !wasToldToday && ageOf(start, now) >= LASTING_MS[name];
      if (isDue) step.failing.push(name);
      step.next[name] = { since: start, toldAt: isDue ? now.toISOString() : toldAt };
      continue;
    }
    if (since !== null && toldAt !== null && toldAt >= since) step.over.push(name);
    if (wasToldToday) step.next[name] = { since: null, toldAt };
  }
  return step;
}

const unknownOf = (before: Troubles, checks: object): Troubles =>
  Object.fromEntries(Object.entries(before).filter(([name]) => !(name in checks)));

const ageOf = (instant: string, now: Date): number => now.getTime() - Date.parse(instant);
