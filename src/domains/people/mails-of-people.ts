import type { YearMonth } from '#lib/calendar.ts';
import type { Tx } from '#server/transaction.ts';

/**
 * What a change of residents and families means for letters in the outbox, in the same transaction.
 * Deliveries come later in the order of domains, so `domains/wiring.ts` hands these in.
 */
export interface MailsOfPeople {
  /** Stops what a resident's state keeps back, and releases the rest. */
  settleQueuedMails(this: void, tx: Tx, hostId: string, residentId: string): Promise<void>;
  withdrawLettersOf: OfMonth;
  withdrawLastLetter: OfMonth;
  sendLastLetter: OfMonth;
  /** Takes these families' letters out of mails that announce others' too. */
  separateLetters(this: void, tx: Tx, hostId: string, familyIds: readonly string[]): Promise<void>;
}

type OfMonth = (tx: Tx, hostId: string, residentId: string, month: YearMonth) => Promise<void>;

let handedIn: MailsOfPeople | undefined;

export const handInMailsOfPeople = (functions: MailsOfPeople): void => {
  handedIn = functions;
};

/** @throws Error where `domains/wiring.ts` was not imported */
export function mailsOfPeople(): MailsOfPeople {
  if (!handedIn) throw new Error('import domains/wiring.ts');
  return handedIn;
}
