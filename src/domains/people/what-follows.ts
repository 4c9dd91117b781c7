import type { YearMonth } from '#lib/calendar.ts';
import type { Tx } from '#server/transaction.ts';

/**
 * What a change of residents and families means for waiting mails and for photos, in the same
 * transaction. Those domains come later in the order, so `domains/wiring.ts` registers these.
 */
interface WhatFollows {
  /** Stops what a resident's state keeps back, and releases the rest. */
  settleQueuedMails: (tx: Tx, hostId: string, residentId: string) => Promise<void>;
  withdrawLettersOf: OfMonth;
  withdrawLastLetter: OfMonth;
  sendLastLetter: OfMonth;
  /** Takes these families' letters out of mails that announce others' too. */
  separateLetters: (tx: Tx, hostId: string, familyIds: readonly string[]) => Promise<void>;
  /** The last letter that came back goes once more, to families that have not had it. */
  sendReturnedAgain: (tx: Tx, hostId: string, familyIds: readonly string[]) => Promise<number>;
  /** With these families' links end their codes for LINE, and the accounts unless they are kept. */
  endLineWithLinks: (tx: Tx, renewal: RenewedLinks) => Promise<void>;
  /** Leaves others' photos out that were hidden for a resident, who is removed. */
  leaveHiddenOut: (tx: Tx, of: { hostId: string; residentId: string }) => Promise<void>;
}

export interface RenewedLinks {
  hostId: string;
  staffId: string;
  familyIds: readonly string[];
  /** Accounts that joined LINE by an old link go on getting the letters. */
  keepsLine: boolean;
}

type OfMonth = (tx: Tx, hostId: string, residentId: string, month: YearMonth) => Promise<void>;

let registered: WhatFollows | undefined;

export const registerWhatFollows = (functions: WhatFollows): void => {
  registered = functions;
};

/** @throws Error where `domains/wiring.ts` was not imported */
export function whatFollows(): WhatFollows {
  if (!registered) throw new Error('import domains/wiring.ts');
  return registered;
}
