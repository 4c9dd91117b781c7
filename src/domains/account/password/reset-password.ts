import {
  passwordChangedMail,
  passwordResetMail,
  resetLinkMadeByOperatorMail,
  resetLinkMadeMail,
} from '#domains/account/account-mails.ts';
import {
  endTokens,
  issueToken,
  readToken,
  useToken,
} from '#domains/account/one-time/one-time-tokens.ts';
import { endRemembered } from '#domains/account/second-step/remembered.ts';
import { endTickets } from '#domains/account/second-step/tickets.ts';
import { deleteSessions } from '#domains/account/session/session-rows.ts';
import type { Actor, Client } from '#domains/account/session/session.ts';
import type { AccountRow, StaffRow } from '#domains/account/staff-rows.ts';
import { findAccount, findStaff, updateStaff } from '#domains/account/staff-rows.ts';
import type { ResetPasswordInput } from '#domains/account/staff.ts';
import { noteEvent } from '#domains/audit/record-event.ts';
import { readHostName } from '#domains/facility/read-host.ts';
import { mailTo, onMailRequest } from '#domains/mail/mail-limits.ts';
import { queueMail } from '#domains/mail/outbox.ts';
import { conflict, invalid, notFound } from '#lib/errors.ts';
import { paths } from '#lib/paths.ts';
import type { Db } from '#server/database.ts';
import { clearTries, countTry, returnTry, takeTry } from '#server/rate-limit.ts';
import type { Runtime } from '#server/runtime.ts';
import type { Tx } from '#server/transaction.ts';
import { inTransaction } from '#server/transaction.ts';
import { requireNoOwnWords } from './own-words.ts';
import type { Passwords } from './password.ts';
import { hashPassword, placeOfLink } from './password.ts';

/**
 * Mails a link for setting a new password. Known and unknown addresses get the same response after
 * one commit each; callers pad the duration (P11).
 * @throws AppError 429
 */
export const requestPasswordReset = (
  rt: Runtime,
  { email }: { email: string },
  client: Client,
): Promise<void> =>
  onMailRequest(rt, { kind: 'password', email, client }, async (tx) => {
    const staff = await findAccount(tx.db, email);
    if (staff) await sendResetLink(tx, staff);
    await noteEvent(tx, {
      action: 'staff.password_reset_requested',
      hostId: staff?.host_id,
      target: staff?.id,
    });
  });

/**
 * For when no mail arrives. Its person and the operator are told at once, without the link.
 * @returns the link, and whose it is
 * @throws AppError 404
 */
export const makeResetLink = (
  rt: Runtime,
  email: string,
): Promise<{ link: string; name: string; hostName: string }> =>
  inTransaction(rt, async (tx) => {
    const staff = await findAccount(tx.db, email);
    if (!staff) throw notFound('このメールアドレスで登録した職員はいません。');
    const { id: target, host_id: hostId, name } = staff;
    const hostName = await readHostName(tx.db, hostId);
    await noteEvent(tx, { action: 'operator.reset_link_made', hostId, target });
    await tellResetLinkMade(tx, staff, hostName);
    return { link: await issueResetLink(tx, staff), name, hostName };
  });

async function tellResetLinkMade(
  tx: Tx,
  { host_id: hostId, email, name }: AccountRow,
  hostName: string,
): Promise<void> {
  const { PUBLIC_URL, OPERATOR_EMAIL, ADMIN_COMMAND: command } = tx.env;
  await queueMail(tx, {
    kind: 'reset_link_made',
    hostId,
    hostName,
    to: email,
    content: resetLinkMadeMail(name, `${PUBLIC_URL}${paths.newPassword}`),
  });
  if (!OPERATOR_EMAIL) return;
  await queueMail(tx, {
    kind: 'reset_link_made',
    hostId: null,
    hostName: null,
    to: OPERATOR_EMAIL,
    content: resetLinkMadeByOperatorMail({ hostName, hostId, name, command }),
  });
}

async function issueResetLink(
  tx: Tx,
  { id: staffId, host_id: hostId, email }: AccountRow,
): Promise<string> {
  const token = await issueToken(tx, 'password', { email, hostId, staffId });
  return `${tx.env.PUBLIC_URL}${paths.editPassword(token)}`;
}

async function sendResetLink(tx: Tx, staff: AccountRow): Promise<void> {
  const { host_id: hostId, email, name } = staff;
  await queueMail(tx, {
    kind: 'password_reset',
    hostId,
    hostName: await readHostName(tx.db, hostId),
    to: email,
    content: passwordResetMail(name, await issueResetLink(tx, staff)),
  });
}

/**
 * For who reads of something they did not do (P29): ends their sessions, revokes what waits to be
 * confirmed, and mails the way to a new password. Counted, but never too often.
 * @returns the address. @throws AppError 409 if the account has none
 */
export const startAnew = (rt: Runtime, { id: staffId, host }: Actor): Promise<string> =>
  inTransaction(rt, async (tx) => {
    const who = { hostId: host.id, staffId };
    const staff = await findStaff(tx.db, host.id, staffId);
    if (!staff || !hasEmail(staff)) throw conflict('この登録には、パスワードがありません。');
    await deleteSessions(tx.db, who);
    await endTickets(tx.db, who);
    await endRemembered(tx.db, who);
    await endMailedLinks(tx, staffId);
    await countTry(tx.db, 'mailsByEmail', mailTo('password', staff.email), tx.clock.now());
    await sendResetLink(tx, staff);
    await noteEvent(tx, { action: 'session.all_ended', ...who });
    return staff.email;
  });

const hasEmail = (staff: StaffRow): staff is AccountRow => staff.email !== null;

async function endMailedLinks(tx: Tx, staffId: string): Promise<void> {
  for (const purpose of ['password', 'email'] as const)
    await endTokens(tx, purpose, { staff_id: staffId });
}

/** @throws AppError 404, 410 */
export async function checkPasswordToken(rt: Runtime, token: string): Promise<void> {
  await readToken(rt, 'password', token);
}

/** Sets a password by a mailed link; ends all sessions. @throws AppError 404, 410, 503 */
export async function resetPassword(
  rt: Runtime,
  { token, password }: ResetPasswordInput,
): Promise<void> {
  const claims = await readToken(rt, 'password', token);
  const staff = await findStaff(rt.db, claims.hostId ?? '', claims.staffId ?? '');
  requireNoOwnWords(password, {
    ...{ email: claims.email, name: staff?.name ?? '', nameKana: staff?.name_kana ?? '' },
    hostName: await readHostName(rt.db, claims.hostId ?? ''),
  });
  const passwordHash = await hashPassword(placeOfLink(claims.email), password);
  const email = await inTransaction(rt, async (tx) => {
    const { email, hostId, staffId } = await useToken(tx, 'password', token);
    const who = { hostId: hostId ?? '', staffId: staffId ?? '' };
    await setPassword(tx, who, passwordHash);
    await deleteSessions(tx.db, who);
    await noteEvent(tx, { action: 'staff.password_reset', hostId, staffId });
    return email;
  });
  // Failed attempts had locked out the person, whose identity is now proven.
  await clearTries(rt.db, 'loginByAccount', email);
}

/** Notifies the person and revokes mailed links, also for an address change. */
export async function setPassword(
  tx: Tx,
  { hostId, staffId }: { hostId: string; staffId: string },
  passwordHash: string,
): Promise<void> {
  const staff = await updateStaff(tx.db, hostId, staffId, { password_hash: passwordHash });
  if (!staff?.email) return;
  await endMailedLinks(tx, staffId);
  await endTickets(tx.db, { hostId, staffId });
  await endRemembered(tx.db, { hostId, staffId });
  await queueMail(tx, {
    kind: 'password_changed',
    hostId,
    hostName: await readHostName(tx.db, hostId),
    to: staff.email,
    content: passwordChangedMail(staff.name, `${tx.env.PUBLIC_URL}${paths.newPassword}`),
  });
}

const wrongPassword = () => {
  const text = '今のパスワードが違います。';
  return invalid(text, { currentPassword: [text] });
};

/**
 * The session may be stolen (P29).
 * @returns a check for the transaction that the password is still the same
 * @throws AppError 422, 429
 */
export async function requireCurrentPassword(
  rt: Runtime,
  { verify }: Passwords,
  actor: Actor,
  password: string,
): Promise<(tx: Db) => Promise<void>> {
  const now = rt.clock.now();
  await takeTry(rt.db, 'passwordByStaff', actor.id, now);
  // Counts as a sign-in attempt too, but that limit never blocks a change.
  if (actor.email !== null) await countTry(rt.db, 'loginByAccount', actor.email, now);
  const hashIn = async (db: Db) =>
    (await findStaff(db, actor.host.id, actor.id))?.password_hash ?? null;
  const hash = await hashIn(rt.db);
  if (!(await verify(hash, password))) {
    const who = { hostId: actor.host.id, staffId: actor.id };
    await noteEvent(rt, { action: 'staff.password_refused', ...who });
    throw wrongPassword();
  }
  await clearTries(rt.db, 'passwordByStaff', actor.id);
  if (actor.email !== null) await returnTry(rt.db, 'loginByAccount', actor.email);
  return async (tx) => {
    if ((await hashIn(tx)) !== hash) throw wrongPassword();
  };
}
