import { noteEvent } from '#domains/audit/record-event.ts';
import { insertDeliverySettings, insertHost } from '#domains/facility/read-host.ts';
import { onMailRequest } from '#domains/mail/mail-limits.ts';
import { queueMail } from '#domains/mail/outbox.ts';
import { forbidden } from '#lib/errors.ts';
import { paths } from '#lib/paths.ts';
import type { Runtime } from '#server/runtime.ts';
import { newId } from '#server/secrets.ts';
import type { Tx } from '#server/transaction.ts';
import { inTransaction } from '#server/transaction.ts';
import { hostSignUpMail } from './account-mails.ts';
import { addFirstAdmin, requireFreeEmail, sendAccountExists } from './accounts.ts';
import type { CompleteHostSignUpInput } from './host-sign-up.ts';
import { SIGN_UP_CLOSED } from './host-sign-up.ts';
import { allowFacility } from './facility-limits.ts';
import { makeInvitation } from './invite.ts';
import { isTokenPending, issueToken, readToken, useToken } from './one-time/one-time-tokens.ts';
import { requireNoOwnWords } from './password/own-words.ts';
import { hashPassword, placeOfLink } from './password/password.ts';
import type { Client, TokenPair } from './session/session.ts';
import { startSession } from './session/session-lifecycle.ts';
import { deletePendingStaffs, findAccount } from './staff-rows.ts';

/**
 * Mails a sign-up link, or a notice to an existing account (contract.md#facilities).
 * @throws AppError 403 while sign-up is closed; 429
 */
export async function requestHostSignUp(
  rt: Runtime,
  { email }: { email: string },
  client: Client,
): Promise<void> {
  if (rt.env.SIGN_UP === 'closed') throw forbidden(SIGN_UP_CLOSED);
  await onMailRequest(rt, { kind: 'hostSignUp', email, client }, async (tx) => {
    const account = await findAccount(tx.db, email);
    if (account) await sendAccountExists(tx, account);
    else await sendSignUpLink(tx, email);
    await noteEvent(tx, { action: 'host.sign_up_requested' });
  });
}

/**
 * For the operator to pass on: a facility without trial or limits.
 * @returns the link, which may be mailed too
 * @throws AppError 409 if the address has an account
 */
export const makeSignUpLink = (
  rt: Runtime,
  email: string,
  { isMailed = false } = {},
): Promise<string> =>
  inTransaction(rt, async (tx) => {
    await requireFreeEmail(tx.db, email);
    await noteEvent(tx, { action: 'operator.facility_invited' });
    const link = await issueSignUpLink(tx, email, true);
    if (isMailed) await queueSignUpLink(tx, email, link);
    return link;
  });

async function issueSignUpLink(tx: Tx, email: string, byOperator = false): Promise<string> {
  const claims = { email, hostId: null, staffId: null, byOperator };
  const token = await issueToken(tx, 'host_sign_up', claims);
  return `${tx.env.PUBLIC_URL}${paths.hostSignUp(token)}`;
}

const sendSignUpLink = async (tx: Tx, email: string): Promise<void> =>
  queueSignUpLink(tx, email, await issueSignUpLink(tx, email));

async function queueSignUpLink(tx: Tx, email: string, link: string): Promise<void> {
  await queueMail(tx, {
    kind: 'host_sign_up',
    hostId: null,
    hostName: null,
    to: email,
    content: hostSignUpMail(link),
  });
}

/** Resends the link of a pending sign-up; otherwise does nothing. */
export const resendHostConfirmation = (
  rt: Runtime,
  { email }: { email: string },
  client: Client,
): Promise<void> =>
  onMailRequest(rt, { kind: 'hostSignUpAgain', email, client }, async (tx) => {
    const pending = await isTokenPending(tx.db, 'host_sign_up', email);
    if (pending && !(await findAccount(tx.db, email))) await sendSignUpLink(tx, email);
    await noteEvent(tx, { action: 'host.sign_up_requested' });
  });

export async function readHostConfirmation(rt: Runtime, token: string): Promise<{ email: string }> {
  const { email } = await readToken(rt, 'host_sign_up', token);
  return { email };
}

/** Creates the facility with its first admin, signed in. @throws AppError 404, 409, 410, 429 */
export async function completeHostSignUp(
  rt: Runtime,
  input: CompleteHostSignUpInput,
  client: Client,
): Promise<{ tokens: TokenPair; email: string }> {
  const link = await readToken(rt, 'host_sign_up', input.token);
  requireNoOwnWords(input.password, { ...input, email: link.email });
  const passwordHash = await hashPassword(placeOfLink(link.email), input.password);
  const { staffId, hostId, email } = await inTransaction(rt, async (tx) => {
    const { email, byOperator } = await useToken(tx, 'host_sign_up', input.token);
    if (!byOperator) await allowFacility(tx, email, client);
    await requireFreeEmail(tx.db, email);
    await deletePendingStaffs(tx.db, email);
    const hostId = await addHost(tx, input, byOperator === true);
    const { name, nameKana } = input;
    const staffId = await addFirstAdmin(tx, { hostId, email, name, nameKana, passwordHash });
    await makeInvitation(tx, hostId);
    await noteEvent(tx, { action: 'host.signed_up', hostId, staffId });
    return { staffId, hostId, email };
  });
  return { tokens: await startSession(rt, staffId, hostId, client), email };
}

async function addHost(
  { db, clock }: Runtime,
  { hostName, postcode, pref, city, town, street, phone }: CompleteHostSignUpInput,
  byOperator: boolean,
): Promise<string> {
  const id = newId();
  const now = clock.now().toISOString();
  await insertHost(db, {
    id,
    name: hostName,
    postcode,
    pref,
    city,
    town,
    street,
    phone,
    plan: null,
    activated_at: byOperator ? now : null,
    trial_ends_at: null,
    created_at: now,
  });
  await insertDeliverySettings(db, id, hostName);
  return id;
}
