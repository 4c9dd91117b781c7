import { conflict, notFound } from '#lib/errors.ts';
import type { Runtime } from '#server/runtime.ts';
import { newId } from '#server/secrets.ts';
import { inTransaction } from '#server/transaction.ts';
import { noteAct } from '#features/audit/audit.service.ts';
import { allowMail, allowMailFrom } from '#features/mail/mail-limits.server.ts';
import type { Client } from '#features/session/session.service.ts';
import type { Actor } from '#features/session/session.ts';
import { endStaffTokens } from '#features/token/token.service.ts';
import { findAccount, sendAccountExists } from './account.service.ts';
import { sendSignUpLink } from './sign-up.service.ts';
import { countWithoutAddress, findStaff, insertStaff } from './staff.repository.ts';
import { toStaff } from './staff.service.ts';
import type { NewCarerInput, Staff } from './staff.ts';

/** Without an address, nothing else bounds them. */
const MOST_WITHOUT_ADDRESS = 300;

/** Adds a colleague by name, for shared devices only. @throws AppError 409 */
export const addCarer = (
  rt: Runtime,
  actor: Actor,
  { name, nameKana }: NewCarerInput,
): Promise<Staff> =>
  inTransaction(rt, async (tx) => {
    const hostId = actor.host.id;
    if ((await countWithoutAddress(tx.db, hostId)) >= MOST_WITHOUT_ADDRESS) {
      throw conflict('メールアドレスのない職員は、これ以上加えられません。');
    }
    const id = newId();
    const now = tx.clock.now().toISOString();
    const row = {
      id,
      host_id: hostId,
      email: null,
      name,
      name_kana: nameKana,
      role: 'general' as const,
      password_hash: null,
      confirmed_at: now,
      last_seen_at: null,
      created_at: now,
    };
    await insertStaff(tx.db, row);
    await noteAct(tx, actor, { action: 'staff.added', target: id });
    return toStaff(row);
  });

/**
 * Mails a colleague without an address the link to a full account, which keeps the photos. The
 * owner of a taken address gets a notice instead, with the same answer.
 * @throws AppError 404, 409, 429
 */
export async function inviteCarer(
  rt: Runtime,
  actor: Actor,
  { id, email, client }: { id: string; email: string; client: Client },
): Promise<void> {
  const hostId = actor.host.id;
  await requireNoAddress(rt, hostId, id);
  await allowMail(rt, email, client);
  await allowMailFrom(rt, hostId);
  await inTransaction(rt, async (tx) => {
    await requireNoAddress(tx, hostId, id);
    await endStaffTokens(tx, 'staff_sign_up', id);
    const account = await findAccount(tx.db, email);
    if (account) await sendAccountExists(tx, account);
    else await sendSignUpLink(tx, { id, host_id: hostId, email });
    await noteAct(tx, actor, { action: 'staff.invited', target: id });
  });
}

async function requireNoAddress(
  { db }: Pick<Runtime, 'db'>,
  hostId: string,
  id: string,
): Promise<void> {
  const staff = await findStaff(db, hostId, id);
  if (!staff) throw notFound();
  if (staff.email !== null) throw conflict('この方には、すでにメールアドレスがあります。');
}
