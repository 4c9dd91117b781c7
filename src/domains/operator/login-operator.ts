import type { Assertion } from '#domains/account/passkey/passkey.ts';
import { provePasskey } from '#domains/account/passkey/prove-passkey.ts';
import { wrongPasskey } from '#domains/account/passkey/verify.ts';
import { demoCodeOf } from '#domains/account/second-step/app-codes.ts';
import { loginBySecondStepOf } from '#domains/account/second-step/prove-second-step.ts';
import type { Asked, SecondStepInput } from '#domains/account/second-step/second-step.ts';
import { issueTicket } from '#domains/account/second-step/tickets.ts';
import { waysOf } from '#domains/account/second-step/ways.ts';
import type { Client, LoginInput, SignInWay } from '#domains/account/session/session.ts';
import { sendLoginLink, useLoginLink, wrongLogin } from '#domains/account/session/login-link.ts';
import { tellNewBrowser } from '#domains/account/told/told.ts';
import { noteEvent } from '#domains/audit/record-event.ts';
import type { Runtime } from '#server/runtime.ts';
import type { Tx } from '#server/transaction.ts';
import { inTransaction } from '#server/transaction.ts';
import { startOperatorSession } from './operator-sessions.ts';
import { findOperator, operatorName, proveOperator } from './operator-account.ts';

/**
 * Signs in by the password, or asks for the second step: always, once there is one; before, the
 * session leads to making it.
 * @throws AppError 401, 429; 503 if too many wait
 */
export async function signInOperator(
  rt: Runtime,
  input: LoginInput,
  client: Client,
): Promise<{ token: string } | { asked: Asked; isKnown: boolean }> {
  const proven = await proveOperator(rt, input, client);
  const holder = { operatorId: proven.id };
  const { held, wayIn } = proven;
  const email = operatorName(input.email);
  const ways = await waysOf(rt, holder);
  if (held && ways.length === 0) return sendLoginLink(rt, { holder, email }, held);
  const result = await inTransaction(rt, async (tx) => {
    // Verification takes a while: the account may have been replaced.
    await requireSame(tx, proven.id);
    if (wayIn && !(await useLoginLink(tx.db, wayIn))) throw wrongLogin();
    if (ways.length > 0) {
      const ticket = await issueTicket(tx, holder, email);
      return { asked: { ways, ticket }, isKnown: wayIn !== null };
    }
    return { token: await signedIn(tx, { ...proven, email, way: 'password' }, client) };
  });
  await proven.forgive();
  return result;
}

/** @returns the session's token */
async function signedIn(
  tx: Tx,
  { id, email, way }: { id: string; email: string; way: SignInWay },
  client: Client,
): Promise<string> {
  await noteEvent(tx, { action: 'operator.signed_in', target: id, way });
  await tellNewBrowser(tx, { holder: { operatorId: id }, email, way }, client);
  return startOperatorSession(tx, id, client, way);
}

async function requireSame(tx: Tx, id: string): Promise<void> {
  if ((await findOperator(tx.db))?.id !== id) throw wrongLogin();
}

/** After the password. @throws AppError 401, 422, 429 */
export async function signInOperatorBySecondStep(
  rt: Runtime,
  input: SecondStepInput,
  client: Client,
): Promise<{ token: string; email: string }> {
  return loginBySecondStepOf(rt, input, client, async ({ holder, way, email, use, refused }) => {
    if (!('operatorId' in holder)) throw refused;
    return inTransaction(rt, async (tx) => {
      await use(tx);
      return { token: await signedIn(tx, { id: holder.operatorId, email, way }, client), email };
    });
  });
}

/** For the page that asks for it, in the demo only. */
export async function readDemoCode(rt: Runtime): Promise<string | null> {
  const row = rt.isDemo ? await findOperator(rt.db) : undefined;
  return row ? demoCodeOf(rt, { operatorId: row.id }) : null;
}

/** Counts as both factors. @throws AppError 401, 404, 429 */
export async function signInOperatorByPasskey(
  rt: Runtime,
  { response }: { response: Assertion },
  client: Client,
): Promise<{ token: string; email: string }> {
  const { holder, use } = await provePasskey(rt, response, client);
  if (!('operatorId' in holder)) throw wrongPasskey();
  return inTransaction(rt, async (tx) => {
    await use(tx.db);
    const row = await findOperator(tx.db);
    if (row?.id !== holder.operatorId) throw wrongPasskey();
    const email = operatorName(row.email);
    return { token: await signedIn(tx, { id: row.id, email, way: 'passkey' }, client), email };
  });
}
