import type { ExpressionBuilder, SelectQueryBuilder } from 'kysely';
import type { Database } from '#db/schema.ts';
import type { Flag } from '#db/schema/types.ts';
import type { Db } from '#server/database.ts';
import { findPrepared } from '#server/prepared.ts';
import { DELIVERY_KINDS } from './mail.ts';

/** A lane's position: urgent mails, or letters. */
export interface Turn {
  isUrgent: Flag;
  after: string;
}

/** Claims due mails, one of each facility in turn (P26), by two index lookups each. */
export async function claimInTurn(
  db: Db,
  { isUrgent, after }: Turn,
  count: number,
  claim: Claim,
): Promise<ClaimedMail[]> {
  const claimed: ClaimedMail[] = [];
  while (claimed.length < count) {
    const mail = await claimNext(db, { isUrgent, after: claimed.at(-1)?.queue ?? after }, claim);
    if (!mail) break;
    claimed.push(mail);
  }
  return claimed;
}

async function claimNext(
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

async function* queuesAfter(db: Db, isUrgent: Flag, last: string): AsyncGenerator<string> {
  let next = await findNextQueue(db, isUrgent, last);
  for (; next; next = await findNextQueue(db, isUrgent, next.queue)) yield next.queue;
  next = await findFirstQueue(db, isUrgent);
  for (; next && next.queue <= last; next = await findNextQueue(db, isUrgent, next.queue)) {
    yield next.queue;
  }
}

interface Claim {
  now: string;
  /** Due again then, unless a result is recorded. */
  leaseUntil: string;
  /** The process that claims it. */
  claimant: string;
  /** Mails being sent, even if the clock has passed their lease. */
  except: string[];
}

const waiting = (db: Db, isUrgent: Flag) =>
  db
    .selectFrom('outbox')
    .where('state', '=', 'queued')
    .where('stopped', '=', 0)
    .where('is_urgent', '=', isUrgent);

/** The next queue, due or not, by one index lookup. */
const findNextQueue = findPrepared((db, isUrgent: Flag, after: string) =>
  waiting(db, isUrgent).select('queue').where('queue', '>', after).orderBy('queue').limit(1),
);

const findFirstQueue = findPrepared((db, isUrgent: Flag) =>
  waiting(db, isUrgent).select('queue').orderBy('queue').limit(1),
);

/** Of a facility, due or not. */
export const countWaiting = (db: Db, queue: string, limit: number): Promise<number> =>
  countSome(db, waiting(db, 0).select('id').where('queue', '=', queue).limit(limit));

/** Of all facilities. */
export const countDueLetters = (db: Db, now: string, limit: number): Promise<number> =>
  countSome(db, waiting(db, 0).select('id').where('next_attempt_at', '<=', now).limit(limit));

async function countSome(db: Db, some: SelectQueryBuilder<Database, 'outbox', { id: string }>) {
  const { n } = await db
    .selectFrom(some.as('some'))
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow();
  return n;
}

export type ClaimedMail = NonNullable<Awaited<ReturnType<typeof claimFirst>>>;

/** Claims a queue's longest-due mail and counts the attempt. */
const claimFirst = (
  db: Db,
  isUrgent: Flag,
  queue: string,
  { now, leaseUntil, claimant, except }: Claim,
) =>
  db
    .updateTable('outbox')
    .set((eb) => ({
      attempts: eb('attempts', '+', 1),
      next_attempt_at: leaseUntil,
      holder: claimant,
    }))
    .where('id', '=', () =>
      waiting(db, isUrgent)
        .select('id')
        .where('queue', '=', queue)
        .where('next_attempt_at', '<=', now)
        .$if(except.length > 0, (query) => query.where('id', 'not in', except))
        .orderBy('next_attempt_at')
        .orderBy('id')
        .limit(1),
    )
    .returningAll()
    .returning((eb) => senderName(eb).as('host_name'))
    .executeTakeFirst();

/** The facility's name; for letters, outside a trial, the one it chose as their sender. */
const senderName = (outbox: ExpressionBuilder<Database, 'outbox'>) =>
  outbox
    .selectFrom('hosts')
    .leftJoin('delivery_settings', 'delivery_settings.host_id', 'hosts.id')
    .select((eb) => {
      const mayChoose = eb.and([
        eb('outbox.kind', 'in', DELIVERY_KINDS),
        eb('hosts.activated_at', 'is not', null),
        eb('hosts.trial_ends_at', 'is', null),
      ]);
      const chosen = eb.fn<string>('nullif', ['delivery_settings.sender_name', eb.val('')]);
      return eb.fn.coalesce(eb.case().when(mayChoose).then(chosen).end(), 'hosts.name').as('name');
    })
    .whereRef('hosts.id', '=', 'outbox.host_id');
