import { noteEvent } from '#domains/audit/record-event.ts';
import { monthToDeliver } from '#domains/people/stay.ts';
import type { YearMonth } from '#lib/calendar.ts';
import { notFound } from '#lib/errors.ts';
import type { Db } from '#server/database.ts';
import { ofOneHost } from '#server/lists.ts';
import { pace } from '#server/pace.ts';
import type { Runtime } from '#server/runtime.ts';
import { inTransaction } from '#server/transaction.ts';
import { sendReturnedAgain } from './send-again.ts';

type Parts = Pick<Runtime, 'db' | 'clock'>;

export interface Stopped {
  mails: number;
  /** When the first one came back; null for none. */
  since: string | null;
  /** What the newest one's server said. */
  sentence: string | null;
}

/** Letters of the last month that came back because of us, and have not gone again since. */
export async function readStopped({ db, clock }: Parts): Promise<Stopped> {
  const yearMonth = monthToDeliver(clock.now());
  const { mails, since } = await stopped(db, yearMonth)
    .select(({ fn }) => [fn.count<number>('outbox.id').distinct().as('mails')])
    .select(({ fn }) => fn.min('outbox.returned_at').as('since'))
    .executeTakeFirstOrThrow();
  const newest = await stopped(db, yearMonth)
    .select('outbox.returned_words as sentence')
    .orderBy('outbox.returned_at', 'desc')
    .orderBy('outbox.id')
    .limit(1)
    .executeTakeFirst();
  return { mails, since, sentence: newest?.sentence ?? null };
}

/** Found by the index `outbox_returned`. */
const stopped = (db: Db, yearMonth: YearMonth) =>
  db
    .selectFrom('outbox')
    .innerJoin('deliveries', ofOneHost('deliveries.outbox_id', 'outbox.id'))
    .where('outbox.returned', '=', 'ours')
    .where((eb) => eb.and({ 'deliveries.returned': 'ours', 'deliveries.year_month': yearMonth }));

/**
 * Sends them again, once the operator has put right why they were stopped: to who has not had the
 * letter otherwise. @returns how many
 * @throws AppError 404 if there are none; what has failed for a facility, once all others are done
 */
export async function sendStoppedAgain(rt: Runtime): Promise<number> {
  const yearMonth = monthToDeliver(rt.clock.now());
  const families = await stopped(rt.db, yearMonth)
    .select(['deliveries.host_id as hostId', 'deliveries.family_id as id'])
    .orderBy('deliveries.host_id')
    .orderBy('deliveries.outbox_id')
    .execute();
  if (families.length === 0) throw notFound('止められたお便りはありません。');
  let sent = 0;
  let failure: { error: unknown } | undefined;
  for (const [hostId, of] of Map.groupBy(families, (one) => one.hostId)) {
    try {
      for (let from = 0; from < of.length;) {
        await pace.slice('letters sent again', async (fitting) => {
          const ids = of.slice(from, from + fitting).map(({ id }) => id);
          sent += await inTransaction(rt, (tx) => sendReturnedAgain(tx, hostId, ids));
          from += ids.length;
          return ids.length;
        });
      }
    } catch (error) {
      rt.log.error({ err: error, host: hostId }, 'letters not sent again');
      failure ??= { error };
    }
  }
  await noteEvent(rt, { action: 'operator.letters_sent_again', detail: sent });
  if (failure) throw failure.error;
  return sent;
}
