import type { Db } from '#server/database.ts';
import type { Claim, ClaimedMail } from './turns.repository.ts';
import { claimFirst, findFirstQueue, findNextQueue } from './turns.repository.ts';

/** A lane's position: urgent mails, or letters. */
export interface Turn {
  isUrgent: boolean;
  after: string;
}

/** Claims a due mail of the next facility that has one (P26), by two index lookups each. */
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

async function* queuesAfter(db: Db, isUrgent: boolean, last: string): AsyncGenerator<string> {
  let next = await findNextQueue(db, isUrgent, last);
  for (; next; next = await findNextQueue(db, isUrgent, next.queue)) yield next.queue;
  next = await findFirstQueue(db, isUrgent);
  for (; next && next.queue <= last; next = await findNextQueue(db, isUrgent, next.queue)) {
    yield next.queue;
  }
}
