import type { Holder } from '#domains/account/holder.ts';
import type { Assertion } from '#domains/account/passkey/passkey.ts';
import { provePasskey } from '#domains/account/passkey/prove-passkey.ts';
import { wrongPasskey } from '#domains/account/passkey/verify.ts';
import type { Passwords } from '#domains/account/password/password.ts';
import { withPasswords } from '#domains/account/password/password.ts';
import { isRemembered, rememberBrowser } from '#domains/account/second-step/remembered.ts';
import type { Asked, SecondStepInput } from '#domains/account/second-step/second-step.ts';
import { isAskedOf } from '#domains/account/second-step/second-step.ts';
import { issueTicket } from '#domains/account/second-step/tickets.ts';
import { waysOf } from '#domains/account/second-step/ways.ts';
import { loginBySecondStepOf } from '#domains/account/second-step/prove-second-step.ts';
import { deletePinTriesOf } from '#domains/account/shared-device/manage-pins.ts';
import { findStaff } from '#domains/account/staff-rows.ts';
import type { AskedOf } from '#domains/facility/facility.ts';
import { noteEvent } from '#domains/audit/record-event.ts';
import type { Runtime } from '#server/runtime.ts';
import type { Tx } from '#server/transaction.ts';
import { inTransaction } from '#server/transaction.ts';
import type { Allowed } from './login-limits.ts';
import { allowLogin, placeOf } from './login-limits.ts';
import { refuse, sendLoginLink, useLoginLink, wrongLogin } from './login-link.ts';
import type { StaffLogin } from './session-rows.ts';
import { findStaffByEmail } from './session-rows.ts';
import type { Client, LoginInput, TokenPair } from './session.ts';
import { startSession } from './session-lifecycle.ts';

/** A mailed link that was used makes the browser known before the second step. */
type LoggedIn = { tokens: TokenPair } | { asked: Asked; isKnown: boolean };

/**
 * Signs in by the password (domain.md#signing-in), or asks for the second step: of those who have
 * an app, and of those whose facility asks for it and who have a passkey. Nobody else's failures
 * keep these out; others get a mail (`login-link.ts`).
 * @throws AppError 401, 429; 503 if too many wait
 */
export async function loginByPassword(
  rt: Runtime,
  input: LoginInput,
  client: Client,
): Promise<LoggedIn> {
  const { isRight, staff, ...allowed } = await withPasswords(
    placeOf(rt, input.email, client),
    (passwords) => tryPassword(rt, passwords, input, client),
  );
  if (!isRight || !staff) return refuse(allowed, noteRefused(rt, staff));
  const { forgive, held, wayIn } = allowed;
  const holder = { hostId: staff.host_id, staffId: staff.id };
  const ways = await waysAsked(rt, holder, staff);
  if (held && ways.length === 0) return sendLoginLink(rt, { holder, email: input.email }, held);
  const isKnown = ways.length > 0 && (await isRemembered(rt, holder, client));
  // Verification takes a while: the password may have been reset, or the account removed.
  const stillProved = async ({ db }: Tx): Promise<void> => {
    const { password_hash } = (await findStaffByEmail(db, input.email)) ?? {};
    if (password_hash !== staff.password_hash) throw wrongLogin();
    if (wayIn && !(await useLoginLink(db, wayIn))) throw wrongLogin();
    await deletePinTriesOf(db, staff.id);
  };
  if (ways.length > 0 && !isKnown) {
    const ticket = await inTransaction(rt, async (tx) => {
      await stillProved(tx);
      return issueTicket(tx, holder, input.email);
    });
    await forgive();
    return { asked: { ticket, ways }, isKnown: wayIn !== null };
  }
  const way = isKnown ? 'remembered' : 'password';
  const tokens = await startSession(rt, staff.id, staff.host_id, client, { stillProved, way });
  await forgive();
  return { tokens };
}

/** Empty: the password is enough. */
async function waysAsked(
  rt: Runtime,
  holder: Holder,
  { role, asks_second_step: asked }: { role: 'admin' | 'general'; asks_second_step: AskedOf },
): Promise<Asked['ways']> {
  const ways = await waysOf(rt, holder);
  return ways.includes('totp') || isAskedOf(asked, role) ? ways : [];
}

/** The second step after a password. @throws AppError 401, 422, 429 */
export const loginBySecondStep = (
  rt: Runtime,
  input: SecondStepInput,
  client: Client,
): Promise<{ tokens: TokenPair; email: string; remembered: string | null }> =>
  loginBySecondStepOf(rt, input, client, async ({ holder, way, email, use, refused }) => {
    if (!('staffId' in holder)) throw refused;
    let remembered: string | null = null;
    const tokens = await startSession(rt, holder.staffId, holder.hostId, client, {
      way,
      async stillProved(tx) {
        await use(tx);
        // What lasts is for a device of one's own.
        if (input.remember && !client.sharedDevice)
          remembered = await rememberBrowser(tx, holder, client.userAgent);
      },
    });
    return { tokens, email, remembered };
  });

/** Signs in by a passkey, which counts as both factors. @throws AppError 401, 404, 429 */
export async function loginByPasskey(
  rt: Runtime,
  response: Assertion,
  client: Client,
): Promise<{ tokens: TokenPair; email: string }> {
  const { holder, use } = await provePasskey(rt, response, client);
  const staff = 'staffId' in holder ? await findStaff(rt.db, holder.hostId, holder.staffId) : null;
  if (!staff?.email || staff.confirmed_at === null) throw wrongPasskey();
  const tokens = await startSession(rt, staff.id, staff.host_id, client, {
    way: 'passkey',
    async stillProved(tx) {
      await use(tx.db);
      await deletePinTriesOf(tx.db, staff.id);
    },
  });
  return { tokens, email: staff.email };
}

interface Tried extends Allowed {
  isRight: boolean;
  staff: StaffLogin | undefined;
}

/** @throws AppError 429 */
async function tryPassword(
  rt: Runtime,
  { verify }: Passwords,
  input: LoginInput,
  client: Client,
): Promise<Tried> {
  const allowed = await allowLogin(rt, input, client);
  const staff = await findStaffByEmail(rt.db, input.email);
  const isRight = await verify(staff?.password_hash ?? null, input.password);
  return { ...allowed, isRight, staff };
}

const noteRefused = (rt: Runtime, staff: StaffLogin | undefined): Promise<unknown> =>
  noteEvent(rt, { action: 'session.refused', hostId: staff?.host_id, target: staff?.id });
