import type { Db } from '#server/database.ts';
import type { Runtime } from '#server/runtime.ts';
import { isOn } from '#lib/flags.ts';
import type { DeliverySettings } from './delivery-settings.ts';
import { DEFAULT_SETTINGS } from './delivery-settings.ts';

const findDeliverySettings = (db: Db, hostId: string) =>
  db.selectFrom('delivery_settings').selectAll().where('host_id', '=', hostId).executeTakeFirst();

export async function readDeliverySettings(
  { db }: Pick<Runtime, 'db'>,
  hostId: string,
): Promise<DeliverySettings> {
  const row = await findDeliverySettings(db, hostId);
  if (!row) return DEFAULT_SETTINGS;
  return {
    mailEnabled: isOn(row.mail_enabled),
    hour: row.hour,
    senderName: row.sender_name,
    signature: row.signature,
    earlyLook: isOn(row.early_look),
    takesAnswers: isOn(row.takes_answers),
  };
}
