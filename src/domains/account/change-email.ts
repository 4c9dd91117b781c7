import type { APIContext } from 'astro';
import { noteEvent } from '#domains/audit/record-event.ts';
import { readHostName } from '#domains/facility/read-host.ts';
import { allowMail, allowMailFrom } from '#domains/mail/mail-limits.ts';
import { queueMail } from '#domains/mail/outbox.ts';
import { conflict, notFound } from '#lib/errors.ts';
import { paths } from '#lib/paths.ts';
import type { CookieContext } from '#server/cookies.ts';
import type { Runtime } from '#server/runtime.ts';
import type { Tx } from '#server/transaction.ts';
import { inTransaction } from '#server/transaction.ts';
import { emailChangeMail, emailChangeRequestedMail, emailChangedMail } from './account-mails.ts';
import { sendAccountExists } from './accounts.ts';
import { endTokens, issueToken, readToken, useToken } from './one-time/one-time-tokens.ts';
import { placeOfHost, withPasswords } from './password/password.ts';
import { requireCurrentPassword } from './password/reset-password.ts';
import type { Actor, Client } from './session/session.ts';
import { rememberDevice } from './session/browser-session.ts';
import { deleteSessions } from './session/session-rows.ts';
import { deletePendingStaffs, findAccount, findStaff, updateStaff } from './staff-rows.ts';
import { tellChanged } from './told/told.ts';
import type { EmailChangeInput } from './staff.ts';

/**
 * Mails a link to the new address and a notice to the current one (P29); the owner of a taken
 * address gets a notice, with the same response.
 * @throws AppError 422, 429, 503
 */
export async function requestEmailChange(
  rt: Runtime,
  actor: Actor,
  { email, currentPassword }: EmailChangeInput,
  client: Client,
): Promise<void> {
  const stillCurrent = await withPasswords(placeOfHost(actor.host.id), (passwords) =>
    requireCurrentPassword(rt, passwords, actor, currentPassword),
  );
  await allowMail(rt, { kind: 'emailChange', email, client });
  await allowMailFrom(rt, actor.host.id);
  const { id: staffId, host, name } = actor;
  await inTransaction(rt, async (tx) => {
    await stillCurrent(tx.db);
    const owner = await findAccount(tx.db, email);
    if (owner) await sendAccountExists(tx, owner);
    else {
      const token = await issueToken(tx, 'email', { email, hostId: host.id, staffId });
      await queueMail(tx, {
        kind: 'email_change',
        hostId: host.id,
        hostName: host.name,
        to: email,
        content: emailChangeMail(name, `${tx.env.PUBLIC_URL}${paths.confirmEmail(token)}`),
      });
    }
    await tellFormerAddress(tx, actor);
    await noteEvent(tx, { action: 'staff.email_change_requested', hostId: host.id, staffId });
  });
}

/** There is one: an account without it has no password to confirm the request with. */
async function tellFormerAddress(tx: Tx, { id, host, name }: Actor): Promise<void> {
  const { email = null } = (await findStaff(tx.db, host.id, id)) ?? {};
  if (email === null) return;
  await queueMail(tx, {
    kind: 'email_change_requested',
    hostId: host.id,
    hostName: host.name,
    to: email,
    content: emailChangeRequestedMail(name, `${tx.env.PUBLIC_URL}${paths.newPassword}`),
  });
}

/** Data of the confirmation page. @throws AppError 404, 410 */
export async function readEmailChange(rt: Runtime, token: string): Promise<{ email: string }> {
  const { email } = await readToken(rt, 'email', token);
  return { email };
}

/**
 * Changes the address (domain.md#people), and revokes mailed links and other sessions. On a button
 * press, since mail scanners open links.
 * @throws AppError 404, 409, 410
 */
const confirmEmailChange = (
  rt: Runtime,
  token: string,
  by: Actor | null,
): Promise<{ email: string; staffId: string }> =>
  inTransaction(rt, async (tx) => {
    const { email, hostId, staffId } = await useToken(tx, 'email', token);
    if (hostId === null || staffId === null) throw notFound();
    if (await findAccount(tx.db, email)) {
      throw conflict('このメールアドレスは、別の方がすでに使っています。');
    }
    const before = await findStaff(tx.db, hostId, staffId);
    if (!before?.email) throw notFound();
    await deletePendingStaffs(tx.db, email);
    await updateStaff(tx.db, hostId, staffId, { email });
    for (const purpose of ['password', 'email'] as const) {
      await endTokens(tx, purpose, { staff_id: staffId });
    }
    await deleteSessions(tx.db, { hostId, staffId }, by?.id === staffId ? by.sessionId : null);
    await queueMail(tx, {
      kind: 'email_changed',
      hostId,
      hostName: await readHostName(tx.db, hostId),
      to: before.email,
      content: emailChangedMail(before.name, `${tx.env.PUBLIC_URL}${paths.contact}`),
    });
    await tellChanged(tx, { hostId, staffId }, 'address');
    await noteEvent(tx, { action: 'staff.email_changed', hostId, staffId });
    return { email, staffId };
  });

type Context = CookieContext & Pick<APIContext, 'locals'>;

/** Confirms a change of address; this browser stays signed in. @throws AppError as the service */
export async function changeEmail(
  rt: Runtime,
  context: Context,
  token: string,
): Promise<{ email: string }> {
  const { actor } = context.locals;
  const { email, staffId } = await confirmEmailChange(rt, token, actor);
  if (actor?.id === staffId) rememberDevice(rt, context, email);
  return { email };
}
