import { forgetOldEvents } from '#domains/audit/record-event.ts';
import { forgetEndedFacilities } from '#domains/facility/ending/ended.ts';
import { forgetOldContacts } from '#domains/operator/send-contact.ts';
import { forgetDeliveryWaits } from '#domains/delivery/late-letters.ts';
import { forgetOldLine } from '#domains/line/work-off.ts';
import { forgetOldMails } from '#domains/mail/forget-mails.ts';
import { forgetOldOperatorSessions } from '#domains/operator/operator-sessions.ts';
import { recoverPhotos, removeUnclaimedPhotos } from '#domains/photo/make-sizes.ts';
import { deleteExpiredSessions } from '#domains/account/session/session-lifecycle.ts';
import { forgetOldSignUps } from '#domains/account/sign-up-staff.ts';
import { forgetOldAddressLinks } from '#domains/people/address-links.ts';
import { forgetOldApplications } from '#domains/people/joining/application-rows.ts';
import { forgetOldTokens } from '#domains/account/one-time/one-time-tokens.ts';
import { forgetOldTickets } from '#domains/account/second-step/forget.ts';
import { forgetTrialDays } from '#domains/delivery/trial-letters.ts';
import { forgetDeletedItems } from '#domains/item/delete-items.ts';
import { forgetOldFigures } from '#server/figures/keep.ts';
import { deleteExpiredLimits } from '#server/rate-limit.ts';
import type { Runtime } from '#server/runtime.ts';

/** Cleans up after a crash, before the first request: its uploads would look like leftovers. */
export async function recover(rt: Runtime): Promise<void> {
  await recoverPhotos(rt).catch((error: unknown) =>
    rt.log.error({ err: error }, 'recovery failed'),
  );
  await rt.database
    .takeRoomToWrite()
    .catch((error: unknown) =>
      rt.log.warn({ err: error }, 'no space reserved: the disk is nearly full'),
    );
}

const STEPS: readonly ((rt: Runtime) => Promise<unknown>)[] = [
  // Other processes end as well; this one's own leftovers are cleared at its start.
  async (rt) => !rt.claimant.isAlone && (await recoverPhotos(rt)),
  forgetDeletedItems,
  removeUnclaimedPhotos,
  deleteExpiredSessions,
  forgetOldOperatorSessions,
  forgetOldTickets,
  forgetOldSignUps,
  forgetOldTokens,
  forgetOldAddressLinks,
  forgetOldApplications,
  forgetOldEvents,
  forgetOldMails,
  forgetOldLine,
  forgetTrialDays,
  forgetDeliveryWaits,
  forgetOldContacts,
  forgetEndedFacilities,
  forgetOldFigures,
  ({ db, clock }) => deleteExpiredLimits(db, clock.now()),
];

/** Deletes expired data: what cannot be deleted keeps nothing else beyond its days. */
export async function maintain(rt: Runtime): Promise<void> {
  for (const step of STEPS) {
    await step(rt).catch((error: unknown) =>
      rt.log.error({ err: error }, 'expired data not deleted'),
    );
  }
}
