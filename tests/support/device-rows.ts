import { keyedPin } from '#domains/account/shared-device/manage-pins.ts';
import { hashToken, keptAppSecret, makeSecrets, newId, randomToken } from '#server/secrets.ts';
import { DAY } from './clock.ts';
import type { Factory } from './factories.ts';
import { hashOf, makeStaff } from './factories.ts';
import { PIN } from './shared-device.ts';

type Rows = Pick<Factory, 'db'>;

/** A shared device of a facility, beside its running server. @returns its id and token */
export async function makeSharedDevice({ db }: Rows, hostId: string) {
  const id = newId();
  const token = `${randomToken()}${randomToken()}`;
  const now = Date.now();
  await db
    .insertInto('shared_devices')
    .values({
      id,
      host_id: hostId,
      name: '2階のスマホ',
      token_hash: hashToken(token),
      is_for_all: 1,
      made_by: null,
      last_used_at: null,
      expires_at: new Date(now + 300 * DAY).toISOString(),
      created_at: new Date(now).toISOString(),
    })
    .execute();
  return { id, token };
}

/** A PIN as someone chose it on a device. @param dataDir of the server that will verify it */
export async function makePin(
  { db }: Rows,
  dataDir: string,
  { id, host_id }: { id: string; host_id: string },
): Promise<void> {
  const keyed = keyedPin(makeSecrets(keptAppSecret(dataDir)), id, PIN);
  const hash = await hashOf(keyed);
  const created_at = new Date().toISOString();
  const row = { staff_id: id, host_id, hash, created_at };
  await db
    .insertInto('pins')
    .values({ ...row, is_first: 0, expires_at: null })
    .execute();
}

/** An admin of their own, who signs in with a PIN. */
export async function makeSharedAdmin(factory: Factory, dataDir: string, hostId: string) {
  const admin = await makeStaff(factory, hostId, {
    role: 'admin',
    name: '島田 遥',
    email: `${newId().toLowerCase()}@example.jp`,
  });
  const { token } = await makeSharedDevice(factory, hostId);
  await makePin(factory, dataDir, admin);
  return { staffId: admin.id, token };
}
