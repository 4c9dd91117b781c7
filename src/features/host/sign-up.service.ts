import { forbidden } from '../../lib/errors.ts';
import { paths } from '../../lib/paths.ts';
import type { Db } from '../../server/database.ts';
import type { Runtime } from '../../server/runtime.ts';
import { newId } from '../../server/secrets.ts';
import { noteEvent } from '../audit/audit.service.ts';
import { makeInvitation } from '../invitation/invitation.service.ts';
import { allowMail } from '../mail/limits.ts';
import { queueMail } from '../mail/outbox.service.ts';
import { hashPassword, placeOfLink } from '../session/password.ts';
import type { Client } from '../session/session.service.ts';
import { startSession } from '../session/session.service.ts';
import type { TokenPair } from '../session/session.ts';
import {
  addFirstAdmin,
  findAccount,
  forgetPendingSignUps,
  requireFreeEmail,
  sendAccountExists,
} from '../staff/account.service.ts';
import { isTokenPending, issueToken, readToken, useToken } from '../token/token.service.ts';
import { hostSignUpMail } from './host.mails.ts';
import { insertDeliverySettings, insertHost } from './host.repository.ts';
import type { CompleteHostSignUpInput } from './sign-up.ts';
import { SIGN_UP_CLOSED } from './sign-up.ts';

/**
 * Starts a facility's sign-up by mailing a link (contract.md#facilities). An existing account gets
 * a notice instead; the response is the same.
 * @throws AppError 403 while sign-up is closed; 429
 */
export async function requestHostSignUp(
  rt: Runtime,
  { email }: { email: string },
  client: Client,
): Promise<void> {
  if (rt.env.SIGN_UP === 'closed') throw forbidden(SIGN_UP_CLOSED);
  await allowMail(rt, email, client);
  await rt.db.transaction().execute(async (tx) => {
    const account = await findAccount(tx, email);
    if (account) await sendAccountExists(tx, rt, account);
    else await sendSignUpLink(tx, rt, email);
    await noteEvent(tx, rt, { action: 'host.sign_up_requested' });
  });
  rt.wakeMails();
}

/**
 * Creates a sign-up link for the operator to pass on, also without mail or while sign-up is closed.
 * Its facility starts without trial or limits.
 * @returns the link. @throws AppError 409 if the address has an account
 */
export const makeSignUpLink = (rt: Runtime, email: string): Promise<string> =>
  rt.db.transaction().execute(async (tx) => {
    await requireFreeEmail(tx, email);
    await noteEvent(tx, rt, { action: 'host.sign_up_requested' });
    return issueSignUpLink(tx, rt, email, true);
  });

async function issueSignUpLink(
  tx: Db,
  rt: Runtime,
  email: string,
  byOperator = false,
): Promise<string> {
  const claims = { email, hostId: null, staffId: null, byOperator };
  const token = await issueToken(tx, rt, 'host_sign_up', claims);
  return `${rt.env.PUBLIC_URL}${paths.hostSignUp(token)}`;
}

async function sendSignUpLink(tx: Db, rt: Runtime, email: string): Promise<void> {
  await queueMail(tx, rt, {
    kind: 'host_sign_up',
    hostId: null,
    hostName: null,
    to: email,
    content: hostSignUpMail(await issueSignUpLink(tx, rt, email)),
  });
}

/** Resends the link of a pending sign-up; otherwise does nothing. */
export async function resendHostConfirmation(
  rt: Runtime,
  { email }: { email: string },
  client: Client,
): Promise<void> {
  await allowMail(rt, email, client);
  await rt.db.transaction().execute(async (tx) => {
    const pending = await isTokenPending(tx, 'host_sign_up', email);
    if (pending && !(await findAccount(tx, email))) await sendSignUpLink(tx, rt, email);
    await noteEvent(tx, rt, { action: 'host.sign_up_requested' });
  });
  rt.wakeMails();
}

export async function readHostConfirmation(rt: Runtime, token: string): Promise<{ email: string }> {
  const { email } = await readToken(rt.db, rt, 'host_sign_up', token);
  return { email };
}

/**
 * Creates the facility with its first admin and signs in. It is inactive until a trial starts,
 * unless the link is the operator's.
 * @throws AppError 404, 410; 409 if the address got an account meanwhile
 */
export async function completeHostSignUp(
  rt: Runtime,
  input: CompleteHostSignUpInput,
  client: Client,
): Promise<{ tokens: TokenPair; email: string }> {
  const link = await readToken(rt.db, rt, 'host_sign_up', input.token);
  const passwordHash = await hashPassword(placeOfLink(link.email), input.password);
  const { staffId, hostId, email } = await rt.db.transaction().execute(async (tx) => {
    const { email, byOperator } = await useToken(tx, rt, 'host_sign_up', input.token);
    await requireFreeEmail(tx, email);
    await forgetPendingSignUps(tx, email);
    const hostId = await addHost(tx, rt, input, byOperator === true);
    const { name, nameKana } = input;
    const staffId = await addFirstAdmin(tx, rt, { hostId, email, name, nameKana, passwordHash });
    await makeInvitation(tx, rt, hostId);
    await noteEvent(tx, rt, { action: 'host.signed_up', hostId, staffId });
    return { staffId, hostId, email };
  });
  return { tokens: await startSession(rt, staffId, hostId, client), email };
}

async function addHost(
  tx: Db,
  { clock }: Runtime,
  { hostName, postcode, pref, city, town, street, phone }: CompleteHostSignUpInput,
  byOperator: boolean,
): Promise<string> {
  const id = newId();
  const now = clock.now().toISOString();
  await insertHost(tx, {
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
  await insertDeliverySettings(tx, id, hostName);
  return id;
}
