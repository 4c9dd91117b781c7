import type { Actor } from '#domains/account/session/session.ts';
import { noteEvent, noteOfFamily } from '#domains/audit/record-event.ts';
import type { Link } from '#domains/letter/link.ts';
import { requireStillOpen } from '#domains/letter/link.ts';
import type { RenewedLinks } from '#domains/people/what-follows.ts';
import { orMissing } from '#lib/errors.ts';
import type { Runtime } from '#server/runtime.ts';
import type { Tx } from '#server/transaction.ts';
import { inTransaction } from '#server/transaction.ts';
import {
  deleteAccounts,
  deleteCodesOf,
  deleteOpenCodes,
  findJoinable,
  insertStop,
  listAccountsOf,
  listJoined,
  updateByLine,
} from './line-rows.ts';
import { fallBack } from './fall-back.ts';

/** Ends all accounts of a family, and codes that wait. @throws AppError 404 */
export const endLine = (rt: Runtime, actor: Actor, familyId: string): Promise<void> =>
  inTransaction(rt, async (tx) => {
    const hostId = actor.host.id;
    orMissing(await findJoinable(tx.db, hostId, familyId));
    await endAll(tx, { hostId, familyId, staffId: actor.id });
  });

/** The same by the family, from its letter. @throws AppError 401 if its link has ended meanwhile */
export const endOwnLine = (rt: Runtime, link: Link): Promise<void> =>
  inTransaction(rt, async (tx) => {
    await requireStillOpen(tx.db, link);
    await endAll(tx, { hostId: link.hostId, familyId: link.familyId, staffId: null });
  });

/** With a link end the codes that were taken with it, and who has joined by one of them. */
export async function endWithLinks(
  tx: Tx,
  { hostId, staffId, familyIds, keepsLine }: RenewedLinks,
): Promise<void> {
  await deleteCodesOf(tx.db, hostId, familyIds);
  if (keepsLine) return;
  for (const familyId of familyIds) await endAll(tx, { hostId, familyId, staffId });
}

interface Whose {
  hostId: string;
  familyId: string;
  /** null for the family itself. */
  staffId: string | null;
}

async function endAll(tx: Tx, whose: Whose): Promise<void> {
  const { hostId, familyId } = whose;
  await deleteOpenCodes(tx.db, hostId, familyId);
  const accounts = (await listAccountsOf(tx.db, hostId, familyId)).map(({ account }) => account);
  await end(tx, whose, accounts, null);
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
  await fallBack().leaveAccounts(tx, { hostId, familyId, accounts, blockedAt });
  const family = await findJoinable(tx.db, hostId, familyId);
  const event = { hostId, staffId, target: familyId, residentId: family?.residentId };
  if (staffId !== null) await noteEvent(tx, { action: 'family.line_removed', ...event });
  else await noteOfFamily(tx, { action: 'family.line_ended', ...event });
}
