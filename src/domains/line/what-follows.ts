import type { Tx } from '#server/transaction.ts';

/**
 * Messages that wait for accounts which have ended: their families get the letter another way. The
 * domain of deliveries comes later in the order, so `domains/wiring.ts` hands this in.
 */
type OnEnded = (
  tx: Tx,
  hostId: string,
  familyId: string,
  accounts: readonly string[],
  /** By LINE's clock; null where the account was not blocked. */
  blockedAt: string | null,
) => Promise<void>;

let handedIn: OnEnded | undefined;

export const handInOnLineEnded = (onEnded: OnEnded): void => {
  handedIn = onEnded;
};

/** @throws Error where `domains/wiring.ts` was not imported */
export function onLineEnded(): OnEnded {
  if (!handedIn) throw new Error('import domains/wiring.ts');
  return handedIn;
}
