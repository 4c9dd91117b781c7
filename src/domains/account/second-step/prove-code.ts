import { eventOf } from '#domains/account/holder.ts';
import type { Client } from '#domains/account/session/session.ts';
import { tellChanged } from '#domains/account/told/told.ts';
import { noteEvent } from '#domains/audit/record-event.ts';
import type { Runtime } from '#server/runtime.ts';
import type { Tx } from '#server/transaction.ts';
import { counterOf } from './app-codes.ts';
import type { CodeOf } from './code-limits.ts';
import { countCode, wrongCode, wrongRecoveryCode } from './code-limits.ts';
import { recoveryCodesLeft, recoveryHash } from './enrol.ts';
import {
  findSecondStep,
  hasRecoveryCode,
  takeCounter,
  takeRecoveryCode,
} from './second-step-rows.ts';
import type { GivenCode } from './second-step.ts';

interface CodeProof {
  way: 'totp' | 'recovery';
  /** In the transaction of what follows: a code works once. @throws AppError 422 */
  use: (tx: Tx) => Promise<void>;
  forgive: () => Promise<void>;
}

/**
 * Verifies a code of the second step. An app's is counted before; a recovery code, which cannot be
 * guessed, is looked up first, so that nobody's tries keep its person out.
 * @throws AppError 422, 429
 */
export async function proveCode(
  rt: Runtime,
  { holder, email }: CodeOf,
  given: GivenCode,
  client: Client,
): Promise<CodeProof> {
  if ('recoveryCode' in given) {
    const hash = recoveryHash(rt.secrets, holder, given.recoveryCode);
    if (!(await hasRecoveryCode(rt.db, holder, hash))) throw await wrongRecoveryCode(rt, holder);
    const use: CodeProof['use'] = async (tx) => {
      const now = tx.clock.now().toISOString();
      if (!(await takeRecoveryCode(tx.db, holder, hash, now))) throw wrongCode();
      const left = await recoveryCodesLeft(tx, holder);
      await noteEvent(tx, { action: 'second_step.code_used', ...eventOf(holder) });
      await tellChanged(tx, holder, 'codeUsed', String(left));
    };
    return { way: 'recovery', use, forgive: () => Promise.resolve() };
  }
  const forgive = await countCode(rt, { holder, email }, client);
  const { id, secret_sealed: sealed = null } = (await findSecondStep(rt.db, holder)) ?? {};
  if (id === undefined || sealed === null) throw wrongCode();
  const counter = await counterOf(rt, sealed, given.code, rt.clock.now());
  if (counter === null) throw wrongCode();
  return {
    way: 'totp',
    forgive,
    async use(tx) {
      if (!(await takeCounter(tx.db, id, counter))) throw wrongCode();
    },
  };
}
