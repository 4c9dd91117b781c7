import type { Actor } from '#domains/account/session/session.ts';
import { noteEvent } from '#domains/audit/record-event.ts';
import type { Link } from '#domains/letter/link.ts';
import { orMissing } from '#lib/errors.ts';
import type { Runtime } from '#server/runtime.ts';
import type { Tx } from '#server/transaction.ts';
import { inTransaction } from '#server/transaction.ts';
import {
  deleteAccounts,
  deleteCodesOf,
  findJoinable,
  insertStop,
  listAccountsOf,
  listJoined,
  updateByLine,
} from './line-rows.ts';
import { onLineEnded } from './what-follows.ts';

/** Ends all accounts of a family, and codes that wait. @throws AppError 404 */
export const endLine = (rt: Runtime, actor: Actor, familyId: string): Promise<void> =>
  inTransaction(rt, async (tx) => {
    const hostId = actor.host.id;
    orMissing((await findJoinable(tx.db, hostId, familyId)) ?? null);
    await endAll(tx, { hostId, familyId, staffId: actor.id });
  });

/** The same by the family, from its letter. */
export const endOwnLine = (rt: Runtime, { hostId, familyId }: Link): Promise<void> =>
  inTransaction(rt, (tx) => endAll(tx, { hostId, familyId, staffId: null }));

interface Whose {
  hostId: string;
  familyId: string;
  /** null for the family itself. */
  staffId: string | null;
}

async function endAll(tx: Tx, whose: Whose): Promise<void> {
  const { hostId, familyId } = whose;
  await deleteCodesOf(tx.db, hostId, familyId);
  const rows = await listAccountsOf(tx.db, hostId, familyId);
  await end(
    tx,
    whose,
    rows.map(({ account }) => account),
    null,
  );
}

/**
 * Ends what an account gets, of every facility, unless it joined again after that moment: events
 * come in any order. @param at by LINE's clock. @returns how many families it was
 */
export async function endAccount(
  tx: Tx,
  account: string,
  at: string,
  isBlocked: boolean,
): Promise<number> {
  await insertStop(tx.db, account, at);
  const joined = (await listJoined(tx.db, account)).filter(({ joinedAt }) => joinedAt <= at);
  for (const { hostId, familyId } of joined) {
    await end(tx, { hostId, familyId, staffId: null }, [account], isBlocked ? at : null);
  }
  return joined.length;
}

async function end(
  tx: Tx,
  whose: Whose,
  accounts: readonly string[],
  blockedAt: string | null,
): Promise<void> {
  const { hostId, familyId, staffId } = whose;
  if (accounts.length === 0) return;
  await deleteAccounts(tx.db, hostId, familyId, accounts);
  const rest = await listAccountsOf(tx.db, hostId, familyId);
  if (rest.length === 0) await updateByLine(tx.db, hostId, familyId, 0);
  await onLineEnded()(tx, hostId, familyId, accounts, blockedAt);
  const family = await findJoinable(tx.db, hostId, familyId);
  await noteEvent(tx, {
    action: staffId === null ? 'family.line_ended' : 'family.line_removed',
    hostId,
    staffId,
    target: familyId,
    residentId: family?.residentId,
  });
}
