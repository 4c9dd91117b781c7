import type { Holder } from '#domains/account/holder.ts';
import type { SignInWay } from '#domains/account/session/session.ts';
import type { Client } from '#domains/account/session/sessions.ts';
import { heldBack, sendWayIn } from '#domains/account/session/way-in.ts';
import { noteEvent } from '#domains/audit/record-event.ts';
import { AppError } from '#lib/errors.ts';
import type { Runtime } from '#server/runtime.ts';
import type { Tx } from '#server/transaction.ts';
import { proveCode } from './prove.ts';
import { rememberBrowser } from './remembered.ts';
import type { SecondStepInput } from './second-step.ts';
import { deadTicket, takeTicket, tryTicket } from './tickets.ts';

interface Step {
  holder: Holder;
  email: string;
  way: SignInWay;
  /** In the session's transaction. @returns the token of a browser to remember. @throws AppError */
  use: (tx: Tx) => Promise<string | null>;
  /** For a ticket of someone who does not sign in here. */
  refused: AppError;
}

/** The second step of staff and of the operator. @throws AppError 401, 422, 429 */
export async function loginBySecondStepOf<T>(
  rt: Runtime,
  { ticket, remember, code, recoveryCode = '' }: SecondStepInput,
  client: Client,
  start: (step: Step) => Promise<T>,
): Promise<T> {
  const of = await tryTicket(rt, ticket);
  const given = code === undefined ? { recoveryCode } : { code };
  const wrong = async (error: unknown): Promise<never> => {
    if (!(error instanceof AppError)) throw error;
    if (error.status === 422) await noteRefused(rt, of.holder);
    // Who has the password only could use up the codes of the person.
    if (error.status === 429) return sendWayIn(rt, of, heldBack(error.retryAfter ?? 0));
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
      // What lasts is for a device of one's own.
      const isOwn = !client.sharedDevice;
      return remember && isOwn ? rememberBrowser(tx, of.holder, client.userAgent) : null;
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
