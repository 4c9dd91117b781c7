import type { Insertable } from 'kysely';
import type { Database } from '#db/schema.ts';
import { noteAct } from '#domains/audit/record-event.ts';
import { DAY_MS } from '#lib/durations.ts';
import { gone, notFound } from '#lib/errors.ts';
import { paths } from '#lib/paths.ts';
import type { Db } from '#server/database.ts';
import type { Runtime } from '#server/runtime.ts';
import { hashToken, randomToken } from '#server/secrets.ts';
import { inTransaction } from '#server/transaction.ts';
import type { ShownInvitation } from './invitation.ts';
import { INVITATION_DAYS } from './invitation.ts';
import type { Actor } from './session/session.ts';

export async function makeInvitation(
  { db, clock, secrets }: Pick<Runtime, 'db' | 'clock' | 'secrets'>,
  hostId: string,
): Promise<void> {
  const token = randomToken();
  const now = clock.now();
  await upsertInvitation(db, {
    host_id: hostId,
    token_hash: hashToken(token),
    token_sealed: secrets.seal(token),
    expires_at: new Date(now.getTime() + INVITATION_DAYS * DAY_MS).toISOString(),
    created_at: now.toISOString(),
  });
}

/** For an admin (domain.md#facilities). */
export const renewInvitation = (rt: Runtime, actor: Actor): Promise<void> =>
  inTransaction(rt, async (tx) => {
    await makeInvitation(tx, actor.host.id);
    await noteAct(tx, actor, { action: 'invitation.renewed' });
  });

/** @returns null if none is valid: expired, or sealed with another secret */
export async function readInvitation(rt: Runtime, actor: Actor): Promise<ShownInvitation | null> {
  const row = await rt.db
    .selectFrom('invitations')
    .selectAll()
    .where('host_id', '=', actor.host.id)
    .executeTakeFirst();
  if (!row || Date.parse(row.expires_at) <= rt.clock.now().getTime()) return null;
  const token = rt.secrets.unseal(row.token_sealed);
  if (token === null) return null;
  return { url: `${rt.env.PUBLIC_URL}${paths.newStaff(token)}`, expiresAt: row.expires_at };
}

/** The facility behind an invitation. @throws AppError 404 if unknown or renewed; 410 if expired */
export async function requireInvitation(
  { db, clock }: Pick<Runtime, 'db' | 'clock'>,
  token: string,
): Promise<{ hostId: string; hostName: string }> {
  const row = await db
    .selectFrom('invitations')
    .innerJoin('hosts', 'hosts.id', 'invitations.host_id')
    .select(['invitations.host_id', 'invitations.expires_at', 'hosts.name as host_name'])
    .where('token_hash', '=', hashToken(token))
    .executeTakeFirst();
  if (!row) {
    throw notFound('この招待は使えません。新しい招待に替わったか、アドレスが途中で切れています。');
  }
  if (Date.parse(row.expires_at) <= clock.now().getTime()) {
    throw gone('この招待は期限が切れています。');
  }
  return { hostId: row.host_id, hostName: row.host_name };
}

/** A new invitation replaces the old one. */
const upsertInvitation = (db: Db, row: Insertable<Database['invitations']>) =>
  db
    .insertInto('invitations')
    .values(row)
    .onConflict((conflict) =>
      conflict.column('host_id').doUpdateSet((eb) => ({
        token_hash: eb.ref('excluded.token_hash'),
        token_sealed: eb.ref('excluded.token_sealed'),
        expires_at: eb.ref('excluded.expires_at'),
        created_at: eb.ref('excluded.created_at'),
      })),
    )
    .execute();
