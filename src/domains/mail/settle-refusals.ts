import type { Fault } from '#db/schema/operations.ts';
import { daysBefore } from '#lib/durations.ts';
import { mailboxOf } from '#lib/mail-address.ts';
import type { Db } from '#server/database.ts';
import { countRows } from '#server/lists.ts';
import type { Runtime } from '#server/runtime.ts';
import { inTransaction } from '#server/transaction.ts';
import { faultOfRefusal, isBare, refusalReason } from './failure.ts';
import { acceptedThatMatter, isOfTheServer } from './same-refusal.ts';

/** More have the same cause as these. */
const MOST = 2000;

/**
 * Corrects whose fault the refusals of the last day were, in one facility's mails or in all: what
 * several addresses got alike is the mail server's, and not again once most others are accepted.
 */
export async function settleRefusals({ db, clock }: Pick<Runtime, 'db' | 'clock'>): Promise<void> {
  const since = daysBefore(clock.now(), 1);
  let refusal = (await findNextRefusal(db, ''))?.refusal;
  while (refusal) {
    const one = refusal;
    const rt = { db, wakeMails: nobody, wakeJobs: nobody };
    await inTransaction(rt, (tx) => settle(tx.db, one, since));
    refusal = (await findNextRefusal(db, one))?.refusal;
  }
}

/** Nothing becomes due. */
const nobody = (): void => undefined;

async function settle(db: Db, refusal: string, since: string): Promise<void> {
  const rows = await listRefused(db, refusal, since);
  if (rows.length === 0) return;
  const isServers = async (of: readonly Row[], hostId?: string): Promise<boolean> => {
    const refused = new Set(of.map(({ recipient }) => mailboxOf(recipient))).size;
    const most = acceptedThatMatter(refused, isBare(refusal));
    const accepted = most === 0 ? 0 : await countAccepted(db, since, most, hostId);
    return isOfTheServer({ refused, accepted }, isBare(refusal));
  };
  const own = faultOfRefusal(refusal);
  const byAll = await isServers(rows);
  for (const [hostId, of] of Map.groupBy(rows, ({ host_id }) => host_id)) {
    const fault = byAll || (hostId && (await isServers(of, hostId))) ? 'way' : own;
    if (of.some((row) => row.fault !== fault)) {
      await updateFault(db, { refusal, since, hostId, fault });
    }
  }
}

type Row = Awaited<ReturnType<typeof listRefused>>[number];

/** One index lookup. */
const findNextRefusal = (db: Db, after: string) =>
  db
    .selectFrom('outbox')
    .select('refusal')
    .where('refusal', '>', after)
    .orderBy('refusal')
    .limit(1)
    .executeTakeFirst();

const listRefused = (db: Db, refusal: string, since: string) =>
  db
    .selectFrom('outbox')
    .select(['host_id', 'recipient', 'fault'])
    .where('refusal', '=', refusal)
    .where('refused_at', '>=', since)
    .limit(MOST)
    .execute();

/** Mails accepted since then, counted up to `most`. */
export function countAccepted(
  db: Db,
  since: string,
  most: number,
  hostId?: string,
): Promise<number> {
  const some = db
    .selectFrom('outbox')
    .select('id')
    .where((eb) => eb.and({ state: 'sent', channel: 'mail' }))
    .where('sent_at', '>=', since)
    .$if(hostId !== undefined, (query) => query.where('host_id', '=', hostId ?? ''))
    .limit(most);
  return countRows(db.selectFrom(some.as('some')));
}

interface Verdict {
  refusal: string;
  since: string;
  hostId: string | null;
  fault: Fault;
}

const updateFault = (db: Db, { refusal, since, hostId, fault }: Verdict) =>
  db
    .updateTable('outbox')
    .set({ fault, last_error: refusalReason(refusal, fault) })
    .where('refusal', '=', refusal)
    .where('refused_at', '>=', since)
    .where('host_id', hostId === null ? 'is' : '=', hostId)
    .execute();
