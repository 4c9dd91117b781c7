import { invalid } from '#lib/errors.ts';
import { looksLikeLink } from '#lib/link-like.ts';
import type { Db } from '#server/database.ts';
import type { Runtime } from '#server/runtime.ts';
import { inTransaction } from '#server/transaction.ts';
import { noteEvent } from '#features/audit/audit.service.ts';
import { readIsOnTrial } from '#features/host/host.service.ts';
import { withdrawWaitingLetters } from '#features/mail/outbox.service.ts';
import type { Actor } from '#features/session/session.ts';
import type { DeliverySettings } from './settings.ts';
import { DEFAULT_SETTINGS } from './settings.ts';
import {
  deleteDeliveriesOf,
  findDeliverySettings,
  upsertDeliverySettings,
} from './settings.repository.ts';

export async function readDeliverySettings(db: Db, hostId: string): Promise<DeliverySettings> {
  const row = await findDeliverySettings(db, hostId);
  if (!row) return DEFAULT_SETTINGS;
  return {
    mailEnabled: row.mail_enabled === 1,
    hour: row.hour,
    senderName: row.sender_name,
    signature: row.signature,
    earlyLook: row.early_look === 1,
    takesAnswers: row.takes_answers === 1,
  };
}

const NO_LINK =
  'お試しのあいだは、署名にリンクやメールアドレスのような言葉（www や example.jp など）は入れられません。';

/** Saves the settings; mails off means waiting ones count as unsent. @throws AppError 422 */
export const saveDeliverySettings = (
  rt: Runtime,
  { id, host }: Actor,
  { mailEnabled, hour, senderName, signature, earlyLook, takesAnswers }: DeliverySettings,
): Promise<void> =>
  inTransaction(rt, async (tx) => {
    if (looksLikeLink(signature) && (await readIsOnTrial(tx.db, host.id))) {
      throw invalid(NO_LINK, { signature: [NO_LINK] });
    }
    if (!mailEnabled) {
      await deleteDeliveriesOf(tx.db, host.id, await withdrawWaitingLetters(tx, host.id));
    }
    await upsertDeliverySettings(tx.db, host.id, {
      mail_enabled: mailEnabled ? 1 : 0,
      hour,
      sender_name: senderName,
      signature,
      early_look: earlyLook ? 1 : 0,
      takes_answers: takesAnswers ? 1 : 0,
    });
    await noteEvent(tx, {
      action: 'delivery.settings_changed',
      hostId: host.id,
      staffId: id,
    });
  });
