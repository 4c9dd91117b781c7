import { newId } from './secrets.ts';

/** A process that claims work: jobs, mails and what one does for all (docs/architecture.md). */
export interface Claimant {
  /** Random, not the process id: in containers every process is number 1. */
  id: string;
  /**
   * No other process does background work on this database, which the lock of its folder proves:
   * what another one claimed was left by a crash, and is resumed at once. Otherwise only what has
   * no valid lease any more is.
   */
  isAlone: boolean;
}

export const makeClaimant = (isAlone: boolean): Claimant => ({ id: newId(), isAlone });
