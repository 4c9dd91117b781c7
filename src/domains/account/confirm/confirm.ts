import type { Holder } from '#domains/account/holder.ts';
import { holderKey, staffHolder } from '#domains/account/holder.ts';
import { provePasskey } from '#domains/account/passkey/prove-passkey.ts';
import { wrongPasskey } from '#domains/account/passkey/verify.ts';
import { placeOfHost, withPasswords } from '#domains/account/password/password.ts';
import { requireCurrentPassword } from '#domains/account/password/reset-password.ts';
import { proveCode } from '#domains/account/second-step/prove-code.ts';
import { asCode } from '#domains/account/second-step/second-step.ts';
import { updateSessionConfirmed } from '#domains/account/session/session-rows.ts';
import type { Actor, Client } from '#domains/account/session/session.ts';
import { noteAct } from '#domains/audit/record-event.ts';
import { AppError, invalid } from '#lib/errors.ts';
import type { Runtime } from '#server/runtime.ts';
import type { Tx } from '#server/transaction.ts';
import { inTransaction } from '#server/transaction.ts';
import type { ConfirmationInput } from './confirmation.ts';

/**
 * From now on this session counts as just signed in.
 * @returns who it is from then on. @throws AppError 401, 422, 429, 503
 */
export async function confirmSignIn(
  rt: Runtime,
  actor: Actor,
  input: ConfirmationInput,
  client: Client,
): Promise<Actor> {
  const of = {
    holder: staffHolder(actor),
    email: actor.email ?? '',
    byPassword: async (password: string) => {
      const stillCurrent = await withPasswords(placeOfHost(actor.host.id), (passwords) =>
        requireCurrentPassword(rt, passwords, actor, password),
      );
      return { use: (tx: Tx) => stillCurrent(tx.db) };
    },
  };
  const { use, forgive } = await proveAgain(rt, of, input, client);
  const confirmedAt = rt.clock.now().toISOString();
  await inTransaction(rt, async (tx) => {
    await use(tx);
    await updateSessionConfirmed(tx.db, actor.sessionId, confirmedAt);
    await noteAct(tx, actor, { action: 'session.confirmed' });
  });
  await forgive?.();
  return { ...actor, confirmedAt };
}

interface Proof {
  /** In the transaction of what follows. */
  use: (tx: Tx) => Promise<void>;
  forgive?: () => Promise<void>;
}

interface Prover {
  holder: Holder;
  /** For limits. */
  email: string;
  byPassword: (password: string) => Promise<Proof>;
}

/** That the one who is signed in is still there, by any means they have. @throws AppError 401, 422, 429, 503 */
export async function proveAgain(
  rt: Runtime,
  { holder, email, byPassword }: Prover,
  { password, code, response }: ConfirmationInput,
  client: Client,
): Promise<Proof> {
  if (response) {
    const proof = await provePasskey(rt, response, client, `confirm ${holderKey(holder)}`);
    if (holderKey(proof.holder) !== holderKey(holder)) throw wrongPasskey();
    return { use: (tx) => proof.use(tx.db) };
  }
  if (code !== undefined) {
    const proof = await proveCode(rt, { holder, email }, asCode(code), client).catch(
      inField('code'),
    );
    return { use: (tx) => proof.use(tx).catch(inField('code')), forgive: proof.forgive };
  }
  const proof = await byPassword(password ?? '').catch(inField('password'));
  return { ...proof, use: (tx) => proof.use(tx).catch(inField('password')) };
}

/** Shows what was wrong at the field of the form that asks. */
const inField =
  (name: 'code' | 'password') =>
  (error: unknown): never => {
    if (!(error instanceof AppError) || error.status !== 422) throw error;
    throw invalid(error.message, { [name]: [error.message] });
  };
