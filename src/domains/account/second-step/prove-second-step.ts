import type { Holder } from '#domains/account/holder.ts';
import type { Client, SignInWay } from '#domains/account/session/session.ts';
import { codesHeldBack, sendLoginLink } from '#domains/account/session/login-link.ts';
import { noteEvent } from '#domains/audit/record-event.ts';
import { AppError } from '#lib/errors.ts';
import type { Runtime } from '#server/runtime.ts';
import type { Tx } from '#server/transaction.ts';
import { proveCode } from './prove-code.ts';
import type { SecondStepInput } from './second-step.ts';
import { deadTicket, endTicket, takeTicket, tryTicket } from './tickets.ts';

interface Step {
  holder: Holder;
  email: string;
  way: SignInWay;
  /** In the session's transaction. @throws AppError */
  use: (tx: Tx) => Promise<void>;
  /** For a ticket of someone who does not sign in here. */
  refused: AppError;
}

/** The second step of staff and of the operator. @throws AppError 401, 422, 429 */
export async function loginBySecondStepOf<T>(
  rt: Runtime,
  { ticket, code, recoveryCode = '' }: SecondStepInput,
  client: Client,
  start: (step: Step) => Promise<T>,
): Promise<T> {
  const of = await tryTicket(rt, ticket);
  const given = code === undefined ? { recoveryCode } : { code };
  const wrong = async (error: unknown): Promise<never> => {
    if (!(error instanceof AppError)) throw error;
    if (error.status === 422) await noteRefused(rt, of.holder);
    if (error.status === 429 && 'code' in given) {
      // Anyone who has only the password could use up the person's codes.
      return sendLoginLink(rt, of, codesHeldBack(error.retryAfter ?? 0));
    }
    // From now on, each guess costs a password that is verified.
    if (error.status === 429) await endTicket(rt.db, ticket);
    throw error;
  };
  const proof = await proveCode(rt, of, given, client).catch(wrong);
  const result = await start({
    ...of,
    way: proof.way,
    refused: deadTicket(),
    async use(tx) {
      await takeTicket(tx.db, ticket);
      await proof.use(tx);
    },
  }).catch(wrong);
  await proof.forgive();
  return result;
}

const noteRefused = (rt: Runtime, holder: Holder) =>
  'operatorId' in holder
    ? noteEvent(rt, { action: 'operator.code_refused', target: holder.operatorId })
    : noteEvent(rt, {
        ...{ action: 'session.code_refused' as const },
        ...{ hostId: holder.hostId, target: holder.staffId },
      });
