import type { Db } from '../../server/database.ts';
import type { Runtime } from '../../server/runtime.ts';
import { noteEvent } from '../audit/audit.service.ts';
import type { Actor } from '../session/session.ts';
import type { DeliverySettings } from './delivery.ts';
import { DEFAULT_SETTINGS } from './delivery.ts';
import { findDeliverySettings, upsertDeliverySettings } from './delivery.repository.ts';

/** A facility's settings; the defaults where it has none. */
export async function readDeliverySettings(db: Db, hostId: string): Promise<DeliverySettings> {
  const row = await findDeliverySettings(db, hostId);
  if (!row) return DEFAULT_SETTINGS;
  return {
    mailEnabled: row.mail_enabled === 1,
    hour: row.hour,
    senderName: row.sender_name,
    signature: row.signature,
    earlyLook: row.early_look === 1,
  };
}

/** Keeps an admin's choices; the early look acts with a family's next request. */
export const saveDeliverySettings = (
  rt: Runtime,
  { id, host }: Actor,
  { mailEnabled, hour, senderName, signature, earlyLook }: DeliverySettings,
): Promise<void> =>
  rt.db.transaction().execute(async (tx) => {
    await upsertDeliverySettings(tx, host.id, {
      mail_enabled: mailEnabled ? 1 : 0,
      hour,
      sender_name: senderName,
      signature,
      early_look: earlyLook ? 1 : 0,
    });
    await noteEvent(tx, rt, {
      action: 'delivery.settings_changed',
      hostId: host.id,
      staffId: id,
    });
  });
