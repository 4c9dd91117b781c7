import type { CivilDate } from '#lib/calendar.ts';
import { civilDateOf } from '#lib/calendar.ts';
import type { Installation } from '#lib/installation.ts';
import type { Operator } from '#lib/operator-facts.ts';
import { paths } from '#lib/paths.ts';
import type { Env } from './env.ts';
import type { Runtime } from './runtime.ts';

/** Who runs it, and whom to ask, as far as it is said. */
interface WhomToAsk extends Pick<Operator, 'address' | 'representative' | 'phone' | 'requests'> {
  name: string;
  url: string | undefined;
  email: string | undefined;
}

/** What pages show of the server; `Astro.locals.site`. */
export interface Site extends Installation {
  publicUrl: string;
  operatorName: string;
  operatorUrl: string;
  operatorEmail: string | undefined;
  /** What the operator's own file says. */
  operator: Operator;
  whom: WhomToAsk;
  now: Date;
  today: CivilDate;
  isOpen: boolean;
  takesFacilities: boolean;
  isDemo: boolean;
}

export function siteOf(rt: Runtime): Site {
  const { env, clock, isDemo } = rt;
  const now = clock.now();
  return {
    publicUrl: env.PUBLIC_URL,
    operatorName: env.OPERATOR_NAME,
    operatorUrl: env.OPERATOR_URL ?? paths.company,
    operatorEmail: env.operator.email ?? env.OPERATOR_EMAIL,
    operator: env.operator,
    whom: whomOf(env),
    now,
    today: civilDateOf(now),
    isOpen: env.SITE_MODE === 'open',
    takesFacilities: env.SIGN_UP === 'open',
    isDemo,
    ...installationOf(rt),
  };
}

function whomOf({ OPERATOR_NAME, OPERATOR_URL, OPERATOR_EMAIL, operator }: Env): WhomToAsk {
  const { address, representative, phone, requests, email } = operator;
  return {
    ...{ name: OPERATOR_NAME, url: OPERATOR_URL, email: email ?? OPERATOR_EMAIL },
    ...{ address, representative, phone, requests },
  };
}

const installationOf = ({ env, isDemo, line, mailer }: Runtime): Installation => ({
  hasLine: line !== null,
  sendsMail: mailer.kind === 'smtp',
  readsReturned: env.BOUNCE_URL !== undefined,
  hasPhotosElsewhere: env.PHOTO_STORE !== undefined,
  hasDatabaseElsewhere: env.DATABASE_URL !== undefined,
  backupsKept: env.BACKUP_HOUR === null || isDemo ? null : env.BACKUP_KEEP,
  copies:
    env.BACKUP_COPY.length === 0 ? 'none' : env.BACKUP_COPY_PASSPHRASE ? 'encrypted' : 'plain',
  copiesKept: env.BACKUP_COPY_KEEP,
  isEncrypted: env.PUBLIC_URL.startsWith('https:'),
});
