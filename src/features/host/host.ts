import { z } from 'zod';

/** A facility as the API shows it to its own staff (api, "Authentication"). */
export const HostSchema = z.object({
  id: z.string(),
  name: z.string(),
  isActive: z.boolean(),
  plan: z.string().nullable(),
  trialEndsAt: z.string().nullable(),
});
export type Host = z.output<typeof HostSchema>;

/** A host is active once a plan was chosen, until its trial ends (design, "Inactive host"). */
export function isHostActive(
  host: { activated_at: string | null; trial_ends_at: string | null },
  now: Date,
): boolean {
  if (host.activated_at === null) return false;
  return host.trial_ends_at === null || Date.parse(host.trial_ends_at) > now.getTime();
}

/**
 * Whether nobody vouches for a host yet: from its sign-up until the operator has it go on for
 * good. What it sends to strangers and keeps on the disk is bounded meanwhile (safety, P27).
 */
export const isOnTrial = (host: {
  activated_at: string | null;
  trial_ends_at: string | null;
}): boolean => host.activated_at === null || host.trial_ends_at !== null;
