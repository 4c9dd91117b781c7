import type { Runtime } from '#server/runtime.ts';
import { isOn } from '#lib/flags.ts';
import type { DeliverySettings } from './delivery-settings.ts';
import { DEFAULT_SETTINGS } from './delivery-settings.ts';

export async function readDeliverySettings(
  { db }: Pick<Runtime, 'db'>,
  hostId: string,
): Promise<DeliverySettings> {
  const row = await db
    .selectFrom('delivery_settings')
    .selectAll()
    .where('host_id', '=', hostId)
    .executeTakeFirst();
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
