import { forgetOldEvents } from '#features/audit/audit.service.ts';
import { forgetOldContacts } from '#features/contact/contact.service.ts';
import { forgetDeliveryWaits } from '#features/delivery/late-letters.service.ts';
import { forgetTrialDays } from '#features/delivery/trial-letters.service.ts';
import { forgetDeletedItems } from '#features/item/item.service.ts';
import { forgetOldMails } from '#features/mail/outbox.service.ts';
import { forgetOldOperatorSessions } from '#features/operator/operator.service.ts';
import { recoverPhotos, removeUnclaimedPhotos } from '#features/photo/photo.jobs.ts';
import { deleteExpiredSessions } from '#features/session/session.service.ts';
import { forgetOldSignUps } from '#features/staff/sign-up.service.ts';
import { forgetOldTokens } from '#features/token/token.service.ts';
import { deleteExpiredLimits } from '#server/rate-limit.ts';
import type { Runtime } from '#server/runtime.ts';

/** Cleans up after a crash, before the first request, whose uploads would look like leftovers. */
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

/** Deletes expired data. */
export async function maintain(rt: Runtime): Promise<void> {
  // Other processes end as well; this one's own leftovers are cleared at its start.
  if (!rt.holder.isAlone) await recoverPhotos(rt);
  await forgetDeletedItems(rt);
  await removeUnclaimedPhotos(rt);
  await deleteExpiredSessions(rt);
  await forgetOldOperatorSessions(rt);
  await forgetOldSignUps(rt);
  await forgetOldTokens(rt);
  await forgetOldEvents(rt);
  await forgetOldMails(rt);
  await forgetTrialDays(rt);
  await forgetDeliveryWaits(rt);
  await forgetOldContacts(rt);
  await deleteExpiredLimits(rt.db, rt.clock.now());
}
