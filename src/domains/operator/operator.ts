import { z } from 'zod';
import type { SignInWay } from '#domains/account/session/session.ts';
import { EmailInput } from '#domains/account/session/session.ts';
import { CHOOSE } from '#domains/facility/plans.ts';
import { HOUR_MS, MINUTE_MS } from '#lib/durations.ts';
import { EndingForm } from '#domains/facility/ending/ending.ts';
import { formId, opaque, words } from '#lib/input.ts';

/** Read by the operator's pages only (`middleware/index.ts`). */
export const OPERATOR_COOKIE = 'operator.session';
/** At the latest; without use sooner. */
export const OPERATOR_SESSION_MS = 12 * HOUR_MS;
export const OPERATOR_IDLE_MS = 30 * MINUTE_MS;

/** Signed in on the operator's pages; no person of a facility. */
export interface Operator {
  id: string;
  email: string;
  sessionId: string;
  /** How the session began. */
  way: SignInWay;
  /** When the person last proved who they are. */
  confirmedAt: string;
  /** There is neither a passkey nor an app yet: it is made before anything else. */
  mustEnrol: boolean;
}

/** Nothing of the operator's is served from any other path, so that a proxy can close them all. */
export const isOperatorPath = (path: string): boolean => /^\/operator(?:\/|$)/.test(path);

const id = formId(40);

export const OperatorMailInput = z.strictObject({ email: EmailInput });
export const FacilityInviteInput = z.strictObject({
  email: EmailInput,
  isMailed: z.preprocess((value) => value === 'on', z.boolean()),
});
export const FacilityChoiceInput = z.strictObject({ id });
/** What cannot be undone is named. */
export const FacilityRemovalForm = z.object({
  id,
  name: words({ label: '施設のお名前', max: 100 }),
});
export const FacilityEndingForm = EndingForm.extend({ id });
/** One of those that are offered, or none (`setPlan`). */
export const FacilityPlanInput = z.strictObject({ id, plan: opaque(CHOOSE, 30) });
/** In place of one. */
export const ALL = 'all';
/** One thing that was given up, or all of it. */
export const GivenUpInput = z.strictObject({
  id: id.transform((one) => (one === ALL ? null : one)),
});
/** A letter that was to come back. */
export const BounceTestInput = z.strictObject({ id });
