import type { CivilDate } from '#lib/calendar.ts';
import { civilDateOf } from '#lib/calendar.ts';
import { paths } from '#lib/paths.ts';
import type { Runtime } from './runtime.ts';

/** What pages show of the server; `Astro.locals.site`. */
export interface Site {
  publicUrl: string;
  operatorName: string;
  operatorUrl: string;
  operatorEmail: string | undefined;
  now: Date;
  today: CivilDate;
  isOpen: boolean;
  takesFacilities: boolean;
  isDemo: boolean;
  /** Letters can come by LINE. */
  hasLine: boolean;
}

export function siteOf({ env, clock, isDemo, line }: Runtime): Site {
  const now = clock.now();
  return {
    publicUrl: env.PUBLIC_URL,
    operatorName: env.OPERATOR_NAME,
    operatorUrl: env.OPERATOR_URL ?? paths.company,
    operatorEmail: env.OPERATOR_EMAIL,
    now,
    today: civilDateOf(now),
    isOpen: env.SITE_MODE === 'open',
    takesFacilities: env.SIGN_UP === 'open',
    isDemo,
    hasLine: line !== null,
  };
}
