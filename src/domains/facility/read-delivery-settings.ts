import { findPrepared } from '#server/prepared.ts';
import type { Runtime } from '#server/runtime.ts';
import type { DeliverySettings } from './delivery-settings.ts';
import { DEFAULT_SETTINGS } from './delivery-settings.ts';

const findDeliverySettings = findPrepared((db, hostId: string) =>
  db.selectFrom('delivery_settings').selectAll().where('host_id', '=', hostId),
);

export async function readDeliverySettings(
  { db }: Pick<Runtime, 'db'>,
  hostId: string,
): Promise<DeliverySettings> {
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
