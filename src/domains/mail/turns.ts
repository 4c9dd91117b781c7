import type { Expression, ExpressionBuilder, SelectQueryBuilder } from 'kysely';
import { sql } from 'kysely';
import type { Database } from '#db/schema.ts';
import type { Channel } from '#db/schema/operations.ts';
import type { Flag } from '#db/schema/types.ts';
import type { Db } from '#server/database.ts';
import { orNone } from '#server/lists.ts';
import { findPrepared, listPrepared } from '#server/prepared.ts';
import { LETTER_KINDS } from './mail.ts';

/** Urgent mails, letters by mail, or messages by LINE: none waits for another's connections. */
export interface Way {
  channel: Channel;
  isUrgent: Flag;
}

/** A lane's position. */
export interface Turn extends Way {
  after: string;
}

/** Claims due mails, one of each facility in turn (P26), by two index lookups each. */
export async function claimInTurn(
  db: Db,
  turn: Turn,
  count: number,
  claim: Claim,
): Promise<ClaimedMail[]> {
  const ids = await chooseInTurn(db, turn, count, claim);
  if (ids.length === 0) return [];
  const rows = await claimChosen(db, ids, claim);
  const claimed = new Map(rows.map((mail) => [mail.id, mail]));
  return ids.flatMap((id) => claimed.get(id) ?? []);
}

/** The longest-due mails of facilities in turn; a facility's second once all have had one. */
async function chooseInTurn(
  db: Db,
  { after, ...way }: Turn,
  count: number,
  { now, except }: Claim,
): Promise<string[]> {
  const chosen: string[] = [];
  const taken = new Set(except);
  for (let before = -1; chosen.length < count && before < chosen.length;) {
    before = chosen.length;
    for await (const queue of queuesAfter(db, way, after)) {
      // Those taken are among the first: they are no longer due, or about to be claimed.
      const due = await listFirstDue(db, way.channel, way.isUrgent, queue, now, taken.size + 1);
      const id = due.find((one) => !taken.has(one.id))?.id;
      if (id === undefined) continue;
      taken.add(id);
      if (chosen.push(id) === count) break;
    }
  }
  return chosen;
}

async function* queuesAfter(
  db: Db,
  { channel, isUrgent }: Way,
  last: string,
): AsyncGenerator<string> {
  const nextAfter = (queue: string) => findNextQueue(db, channel, isUrgent, queue);
  let next = await nextAfter(last);
  for (; next; next = await nextAfter(next.queue)) yield next.queue;
  next = await findFirstQueue(db, channel, isUrgent);
  for (; next && next.queue <= last; next = await nextAfter(next.queue)) yield next.queue;
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

/** Written into the SQL as in the index `outbox_turns`: a bound value would be planned for anew. */
const waiting = (db: Db, channel: Expression<Channel>, isUrgent: Expression<Flag>) =>
  db
    .selectFrom('outbox')
    .where('channel', '=', channel)
    .where('state', '=', sql.lit('queued' as const))
    .where('stopped', '=', sql.lit(0 as const))
    .where('is_urgent', '=', isUrgent);

/** The next queue, due or not, by one index lookup. */
const findNextQueue = findPrepared(
  (db, channel: Expression<Channel>, isUrgent: Expression<Flag>, after: Expression<string>) =>
    waiting(db, channel, isUrgent)
      .select('queue')
      .where('queue', '>', after)
      .orderBy('queue')
      .limit(1),
);

const findFirstQueue = findPrepared(
  (db, channel: Expression<Channel>, isUrgent: Expression<Flag>) =>
    waiting(db, channel, isUrgent).select('queue').orderBy('queue').limit(1),
);

export const CHANNELS: readonly Channel[] = ['mail', 'line'];

/** A facility's, due or not. */
export async function countWaiting(db: Db, queue: string, limit: number): Promise<number> {
  let count = 0;
  for (const channel of CHANNELS) {
    count += (await countOfQueue(db, channel, queue, limit))?.n ?? 0;
  }
  return count;
}

const LETTERS = sql.lit(0 as const);

const countOfQueue = findPrepared(
  (db, channel: Expression<Channel>, queue: Expression<string>, limit: Expression<number>) =>
    countSome(
      db,
      waiting(db, channel, LETTERS).select('id').where('queue', '=', queue).limit(limit),
    ),
);

/** Counts those of all facilities. */
export async function countDueLetters(db: Db, now: string, limit: number): Promise<number> {
  let count = 0;
  for (const channel of CHANNELS) count += (await countDue(db, channel, now, limit))?.n ?? 0;
  return count;
}

const countDue = findPrepared(
  (db, channel: Expression<Channel>, now: Expression<string>, limit: Expression<number>) =>
    countSome(
      db,
      waiting(db, channel, LETTERS).select('id').where('next_attempt_at', '<=', now).limit(limit),
    ),
);

const countSome = (db: Db, some: SelectQueryBuilder<Database, 'outbox', { id: string }>) =>
  db.selectFrom(some.as('some')).select(({ fn }) => fn.countAll<number>().as('n'));

const listFirstDue = listPrepared(
  (
    db,
    channel: Expression<Channel>,
    isUrgent: Expression<Flag>,
    queue: Expression<string>,
    now: Expression<string>,
    limit: Expression<number>,
  ) =>
    waiting(db, channel, isUrgent)
      .select('id')
      .where('queue', '=', queue)
      .where('next_attempt_at', '<=', now)
      .orderBy('next_attempt_at')
      .orderBy('id')
      .limit(limit),
);

export type ClaimedMail = Awaited<ReturnType<typeof claimChosen>>[number];

/** Claims what is still due of these, and counts the attempts. */
const claimChosen = (db: Db, ids: readonly string[], { now, leaseUntil, claimant }: Claim) =>
  db
    .updateTable('outbox')
    .set((eb) => ({
      attempts: eb('attempts', '+', sql.lit(1)),
      next_attempt_at: leaseUntil,
      holder: claimant,
      tried_at: eb.fn.coalesce('tried_at', eb.val(now)),
    }))
    .where('id', 'in', orNone(ids))
    .where((eb) => eb.and({ state: sql.lit('queued' as const), stopped: sql.lit(0 as const) }))
    .where('next_attempt_at', '<=', now)
    .returningAll()
    .returning((eb) => senderName(eb).as('host_name'))
    .execute();

/** The facility's name; for letters, outside a trial, the one it chose as their sender. */
const senderName = (outbox: ExpressionBuilder<Database, 'outbox'>) =>
  outbox
    .selectFrom('hosts')
    .leftJoin('delivery_settings', 'delivery_settings.host_id', 'hosts.id')
    .select((eb) => {
      const mayChoose = eb.and([
        eb('outbox.kind', 'in', LETTER_KINDS),
        eb('hosts.activated_at', 'is not', null),
        eb('hosts.trial_ends_at', 'is', null),
      ]);
      const chosen = eb.fn<string>('nullif', ['delivery_settings.sender_name', eb.val('')]);
      return eb.fn.coalesce(eb.case().when(mayChoose).then(chosen).end(), 'hosts.name').as('name');
    })
    .whereRef('hosts.id', '=', 'outbox.host_id');
