import { noteEvent } from '#domains/audit/record-event.ts';
import { readHostName } from '#domains/facility/read-host.ts';
import { allowMail, allowMailFrom, onMailRequest } from '#domains/mail/mail-limits.ts';
import { queueMail } from '#domains/mail/outbox.ts';
import { daysBefore } from '#lib/durations.ts';
import { notFound } from '#lib/errors.ts';
import { paths } from '#lib/paths.ts';
import type { Runtime } from '#server/runtime.ts';
import { newId } from '#server/secrets.ts';
import type { Tx } from '#server/transaction.ts';
import { inTransaction } from '#server/transaction.ts';
import { staffSignUpMail } from './account-mails.ts';
import { requireFreeEmail, sendAccountExists } from './accounts.ts';
import { requireInvitation } from './invite.ts';
import { tellStaffJoined } from './tell-admins.ts';
import { endTokens, issueToken, readToken, useToken } from './one-time/one-time-tokens.ts';
import type { TokenClaims } from './one-time/token.ts';
import { requireNoOwnWords } from './password/own-words.ts';
import { hashPassword, placeOfLink } from './password/password.ts';
import type { Client, TokenPair } from './session/session.ts';
import { startSession } from './session/session-lifecycle.ts';
import {
  deletePendingStaffs,
  deletePendingStaffsBefore,
  findAccount,
  insertStaff,
  listPendingStaffs,
  updateStaff,
} from './staff-rows.ts';
import type { CompleteStaffSignUpInput, StaffSignUpInput } from './staff.ts';
import { PENDING_STAFF_DAYS } from './staff.ts';

/** Mails a link; an account gets a notice (contract.md#staff). @throws AppError 404, 410, 429 */
export async function requestStaffSignUp(
  rt: Runtime,
  { email, invitation }: StaffSignUpInput,
  client: Client,
): Promise<void> {
  const { hostId } = await requireInvitation(rt, invitation);
  await allowMail(rt, { kind: 'staffSignUp', email, client });
  await allowMailFrom(rt, hostId, 'invited');
  await inTransaction(rt, async (tx) => {
    await requireInvitation(tx, invitation);
    const account = await findAccount(tx.db, email);
    if (account) await sendAccountExists(tx, account);
    else await sendSignUpLink(tx, await pendingStaff(tx, hostId, email));
    await noteEvent(tx, { action: 'staff.sign_up_requested', hostId });
  });
}

async function pendingStaff(
  { db, clock }: Runtime,
  hostId: string,
  email: string,
): Promise<{ id: string; host_id: string; email: string }> {
  const pending = (await listPendingStaffs(db, email)).find((row) => row.host_id === hostId);
  if (pending) return pending;
  const row = { id: newId(), host_id: hostId, email };
  await insertStaff(db, {
    ...row,
    name: '',
    name_kana: '',
    role: 'general',
    password_hash: null,
    confirmed_at: null,
    last_seen_at: null,
    created_at: clock.now().toISOString(),
  });
  return row;
}

export async function sendSignUpLink(
  tx: Tx,
  { id, host_id: hostId, email }: { id: string; host_id: string; email: string },
): Promise<void> {
  const hostName = await readHostName(tx.db, hostId);
  const token = await issueToken(tx, 'staff_sign_up', { email, hostId, staffId: id });
  await queueMail(tx, {
    kind: 'staff_sign_up',
    hostId,
    hostName,
    to: email,
    content: staffSignUpMail(hostName, `${tx.env.PUBLIC_URL}${paths.staffSignUp(token)}`),
  });
}

/** Resends the link of the newest pending sign-up; otherwise does nothing. */
export const resendStaffConfirmation = (
  rt: Runtime,
  { email }: { email: string },
  client: Client,
): Promise<void> =>
  onMailRequest(rt, { kind: 'staffSignUpAgain', email, client }, async (tx) => {
    const [pending] = await listPendingStaffs(tx.db, email);
    if (pending) await sendSignUpLink(tx, pending);
    await noteEvent(tx, { action: 'staff.sign_up_requested', hostId: pending?.host_id });
  });

export async function readStaffConfirmation(
  rt: Runtime,
  token: string,
): Promise<{ email: string; hostName: string }> {
  const { email, hostId } = await readToken(rt, 'staff_sign_up', token);
  return { email, hostName: await readHostName(rt.db, hostId ?? '') };
}

/** Completes a sign-up and signs in (domain.md#signing-in). @throws AppError 404, 409, 410 */
export async function completeStaffSignUp(
  rt: Runtime,
  { token, name, nameKana, password }: CompleteStaffSignUpInput,
  client: Client,
): Promise<{ tokens: TokenPair; email: string }> {
  const link = await readToken(rt, 'staff_sign_up', token);
  const hostName = await readHostName(rt.db, link.hostId ?? '');
  requireNoOwnWords(password, { email: link.email, name, nameKana, hostName });
  const passwordHash = await hashPassword(placeOfLink(link.email), password);
  const profile = { name, name_kana: nameKana, password_hash: passwordHash };
  const { staffId, hostId, email } = await inTransaction(rt, async (tx) => {
    const claims = proven(await useToken(tx, 'staff_sign_up', token));
    await requireFreeEmail(tx.db, claims.email);
    const { email } = claims;
    const confirmed = { ...profile, email, confirmed_at: tx.clock.now().toISOString() };
    await updateStaff(tx.db, claims.hostId, claims.staffId, confirmed);
    await endTokens(tx, 'staff_sign_up', { staff_id: claims.staffId });
    await deletePendingStaffs(tx.db, claims.email);
    await tellStaffJoined(tx, claims.hostId, name);
    await noteEvent(tx, { action: 'staff.signed_up', ...claims });
    return claims;
  });
  return { tokens: await startSession(rt, staffId, hostId, client), email };
}

function proven({ email, hostId, staffId }: TokenClaims) {
  if (hostId === null || staffId === null) throw notFound();
  return { email, hostId, staffId };
}

/** Deletes sign-ups pending for a month. */
export const forgetOldSignUps = ({ db, clock }: Runtime) =>
  deletePendingStaffsBefore(db, daysBefore(clock.now(), PENDING_STAFF_DAYS));
