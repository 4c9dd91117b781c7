import type { CivilDate } from '#lib/calendar.ts';
import { civilDateOf } from '#lib/calendar.ts';
import { paths } from '#lib/paths.ts';
import { runtime } from '#server/runtime.ts';

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
}

export async function readSite(): Promise<Site> {
  const { env, clock, isDemo } = await runtime();
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
  };
}
