import type { Insertable } from 'kysely';
import type { Database } from '#db/schema.ts';
import type { Actor } from '#domains/account/session/session.ts';
import { noteEvent } from '#domains/audit/record-event.ts';
import type { DeliverySettings } from '#domains/facility/delivery-settings.ts';
import { readIsOnTrial } from '#domains/facility/read-host.ts';
import { withdrawWaitingLetters } from '#domains/mail/outbox.ts';
import { deleteDeliveriesOfMails } from '#domains/people/family-rows.ts';
import { invalid } from '#lib/errors.ts';
import { looksLikeLink } from '#lib/link-like.ts';
import { toFlag } from '#lib/flags.ts';
import type { Runtime } from '#server/runtime.ts';
import { inTransaction } from '#server/transaction.ts';

const NO_LINK =
  'お試しのあいだは、署名にリンクやメールアドレスのような言葉（www や example.jp など）は入れられません。';

const columnsOf = (change: Partial<DeliverySettings>): SettingsColumns => {
  const { mailEnabled, hour, senderName, signature, earlyLook, takesAnswers } = change;
  return {
    ...(mailEnabled !== undefined && { mail_enabled: toFlag(mailEnabled) }),
    ...(hour !== undefined && { hour }),
    ...(senderName !== undefined && { sender_name: senderName }),
    ...(signature !== undefined && { signature }),
    ...(earlyLook !== undefined && { early_look: toFlag(earlyLook) }),
    ...(takesAnswers !== undefined && { takes_answers: toFlag(takesAnswers) }),
  };
};

/** Saves what was changed; mails off means waiting ones count as unsent. @throws AppError 422 */
export const saveDeliverySettings = (
  rt: Runtime,
  { id, host }: Actor,
  change: Partial<DeliverySettings>,
): Promise<void> =>
  inTransaction(rt, async (tx) => {
    const set = columnsOf(change);
    if (Object.keys(set).length === 0) return;
    const { mailEnabled, signature = '' } = change;
    if (looksLikeLink(signature) && (await readIsOnTrial(tx.db, host.id))) {
      throw invalid(NO_LINK, { signature: [NO_LINK] });
    }
    if (mailEnabled === false) {
      await deleteDeliveriesOfMails(tx.db, host.id, await withdrawWaitingLetters(tx, host.id));
    }
    await tx.db
      .insertInto('delivery_settings')
      .values({ host_id: host.id, ...set })
      .onConflict((conflict) => conflict.column('host_id').doUpdateSet(set))
      .execute();
    await noteEvent(tx, { action: 'delivery.settings_changed', hostId: host.id, staffId: id });
  });

/** Those that are not given keep their value, or have the schema's default. */
type SettingsColumns = Partial<Omit<Insertable<Database['delivery_settings']>, 'host_id'>>;
