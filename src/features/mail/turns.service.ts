import type { Db } from '../../server/database.ts';
import type { Claim, ClaimedMail } from './turns.repository.ts';
import { claimFirst, findFirstQueue, findNextQueue } from './turns.repository.ts';

/** Whose turn it is in one of the two lines: what somebody waits for, and letters. */
export interface Turn {
  isUrgent: boolean;
  /** Who had the last one. */
  after: string;
}

/**
 * Claims a due mail of the next facility in turn that has one (P26). Whoever is passed
 * over costs two steps of an index, however many mails they have.
 */
export async function claimInTurn(
  db: Db,
  { isUrgent, after }: Turn,
  claim: Claim,
): Promise<ClaimedMail | undefined> {
  for await (const queue of queuesAfter(db, isUrgent, after)) {
    const mail = await claimFirst(db, isUrgent, queue, claim);
    if (mail) return mail;
  }
  return undefined;
}

/** Once around: those behind the last one, then from the first up to it. */
async function* queuesAfter(db: Db, isUrgent: boolean, last: string): AsyncGenerator<string> {
  let next = await findNextQueue(db, isUrgent, last);
  for (; next; next = await findNextQueue(db, isUrgent, next.queue)) yield next.queue;
  next = await findFirstQueue(db, isUrgent);
  for (; next && next.queue <= last; next = await findNextQueue(db, isUrgent, next.queue)) {
    yield next.queue;
  }
}
