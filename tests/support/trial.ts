import type { Actor } from '#domains/account/session/session.ts';
import { signedIn } from './cast.ts';
import { makeDelivering, tokyo } from './delivery.ts';
import { makeStaff } from './factories.ts';
import type { TestRuntime } from './runtime.ts';

/** Delivered on the 1st of these tests. */
export const MONTH = 202610;
const THE_1ST = tokyo('2026-11-01T09:00:00');

interface Facility {
  hostId: string;
  admin: Actor;
  familyIds: string[];
}

/** With families by mail, on the morning of the 1st; on its trial until the given day. */
export async function makeFacility(
  rt: TestRuntime,
  families: number,
  trialEndsAt: string | null,
): Promise<Facility> {
  const made = await makeDelivering(rt, { families });
  await rt.db
    .updateTable('hosts')
    .set({ trial_ends_at: trialEndsAt })
    .where('id', '=', made.hostId)
    .execute();
  const staff = await makeStaff(rt, made.hostId, { role: 'admin' });
  rt.clock.set(THE_1ST);
  return { ...made, admin: await signedIn(rt, staff) };
}

/** A family's 見ました. */
export const noteAnswer = (rt: TestRuntime, hostId: string, familyId: string) =>
  rt.db
    .insertInto('letter_reads')
    .values({
      host_id: hostId,
      family_id: familyId,
      year_month: MONTH,
      seen_at: rt.clock.now().toISOString(),
      stamp: null,
    })
    .execute();
