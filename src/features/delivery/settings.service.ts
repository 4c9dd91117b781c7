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
import type { SettingsColumns } from './settings.repository.ts';
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

const toFlag = (isOn: boolean) => (isOn ? 1 : 0);

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
      await deleteDeliveriesOf(tx.db, host.id, await withdrawWaitingLetters(tx, host.id));
    }
    await upsertDeliverySettings(tx.db, host.id, set);
    await noteEvent(tx, {
      action: 'delivery.settings_changed',
      hostId: host.id,
      staffId: id,
    });
  });
