import type { Tx } from '#server/transaction.ts';

/**
 * What LINE does not bring goes another way. The domain of deliveries comes later in the order, so
 * `domains/wiring.ts` registers this.
 */
interface FallBack {
  /** A message that LINE has not taken, in the transaction that says so. */
  fallBackFrom: (tx: Tx, lost: { hostId: string; messageId: string }) => Promise<void>;
  /** Messages that wait for accounts which have ended. */
  leaveAccounts: (tx: Tx, ended: EndedAccounts) => Promise<void>;
}

export interface EndedAccounts {
  hostId: string;
  familyId: string;
  accounts: readonly string[];
  /** By LINE's clock; null where they were not blocked. */
  blockedAt: string | null;
}

let registered: FallBack | undefined;

export const registerFallBack = (functions: FallBack): void => {
  registered = functions;
};

/** @throws Error where `domains/wiring.ts` was not imported */
export function fallBack(): FallBack {
  if (!registered) throw new Error('import domains/wiring.ts');
  return registered;
}
