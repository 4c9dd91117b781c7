import type { Holder } from '#domains/account/holder.ts';
import { columnsOf, heldBy } from '#domains/account/holder.ts';
import type { Client } from '#domains/account/session/session.ts';
import { deviceName } from '#lib/device-name.ts';
import { DAY_MS } from '#lib/durations.ts';
import { notFound } from '#lib/errors.ts';
import type { Db } from '#server/database.ts';
import type { Runtime } from '#server/runtime.ts';
import { hashToken, newId, randomToken } from '#server/secrets.ts';
import { REMEMBERED_DAYS } from './second-step.ts';

/** Browsers that passed the second step and are not asked for it, for a while. */

interface RememberedBrowser {
  id: string;
  device: string;
  createdAt: string;
  lastUsedAt: string | null;
  expiresAt: string;
}

/** @returns the cookie's token */
export async function rememberBrowser(
  { db, clock }: Pick<Runtime, 'db' | 'clock'>,
  holder: Holder,
  userAgent: string,
): Promise<string> {
  const token = randomToken();
  const now = clock.now();
  await db
    .insertInto('remembered_browsers')
    .values({
      id: newId(),
      ...columnsOf(holder),
      token_hash: hashToken(token),
      user_agent: userAgent.slice(0, 200),
      last_used_at: null,
      expires_at: new Date(now.getTime() + REMEMBERED_DAYS * DAY_MS).toISOString(),
      created_at: now.toISOString(),
    })
    .execute();
  return token;
}

/** Records the use. A browser that has become a shared device is asked like any other. */
export async function isRemembered(
  { db, clock }: Pick<Runtime, 'db' | 'clock'>,
  holder: Holder,
  { remembered: token, sharedDevice }: Pick<Client, 'remembered' | 'sharedDevice'>,
): Promise<boolean> {
  if (!token || sharedDevice) return false;
  const now = clock.now().toISOString();
  const { numUpdatedRows } = await db
    .updateTable('remembered_browsers')
    .set({ last_used_at: now })
    .where((eb) => eb.and({ ...heldBy(holder), token_hash: hashToken(token) }))
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function readRemembered(
  { db, clock }: Pick<Runtime, 'db' | 'clock'>,
  holder: Holder,
): Promise<RememberedBrowser[]> {
  const rows = await db
    .selectFrom('remembered_browsers')
    .selectAll()
    .where((eb) => eb.and(heldBy(holder)))
    .where('expires_at', '>', clock.now().toISOString())
    .orderBy('created_at', 'desc')
    .execute();
  return rows.map((row) => ({
    id: row.id,
    device: deviceName(row.user_agent),
    createdAt: row.created_at,
    lastUsedAt: row.last_used_at,
    expiresAt: row.expires_at,
  }));
}

/** @throws AppError 404 */
export async function forgetBrowser(
  { db }: Pick<Runtime, 'db'>,
  holder: Holder,
  id: string,
): Promise<void> {
  const { numDeletedRows } = await db
    .deleteFrom('remembered_browsers')
    .where((eb) => eb.and({ ...heldBy(holder), id }))
    .executeTakeFirst();
  if (numDeletedRows === 0n) throw notFound();
}

/** For whomever this browser was remembered, within the given transaction. */
export async function endRememberedHere(
  tx: Db,
  { remembered: token }: Pick<Client, 'remembered'>,
): Promise<void> {
  if (!token) return;
  await tx.deleteFrom('remembered_browsers').where('token_hash', '=', hashToken(token)).execute();
}

/** All of a person's, within the given transaction. */
export const endRemembered = (tx: Db, holder: Holder) =>
  tx
    .deleteFrom('remembered_browsers')
    .where((eb) => eb.and(heldBy(holder)))
    .execute();
