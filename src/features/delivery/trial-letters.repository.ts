import type { CivilDate } from '#lib/calendar.ts';
import type { Db } from '#server/database.ts';

export const listTrialDays = (db: Db, hostId: string, mailbox: string, from: CivilDate) =>
  db
    .selectFrom('trial_letters')
    .select('day')
    .select(({ fn, eb }) => [
      fn.sum<number>('to_strangers').as('strangers'),
      fn
        .sum<number>(eb.case().when('mailbox', '=', mailbox).then(eb.ref('letters')).else(0).end())
        .as('ofMailbox'),
    ])
    .where('host_id', '=', hostId)
    .where('day', '>=', from)
    .groupBy('day')
    .execute();

export const addTrialLetter = (
  db: Db,
  key: { host_id: string; day: CivilDate; mailbox: string },
  toStrangers: 0 | 1,
) =>
  db
    .insertInto('trial_letters')
    .values({ ...key, letters: 1, to_strangers: toStrangers })
    .onConflict((conflict) =>
      conflict.columns(['host_id', 'day', 'mailbox']).doUpdateSet((eb) => ({
        letters: eb('trial_letters.letters', '+', 1),
        to_strangers: eb('trial_letters.to_strangers', '+', toStrangers),
      })),
    )
    .execute();

export const deleteTrialDaysBefore = (db: Db, day: CivilDate) =>
  db.deleteFrom('trial_letters').where('day', '<', day).execute();

/** Whether 見ました answered a letter to this mailbox. */
export const findAnswer = (db: Db, hostId: string, mailbox: string) =>
  db
    .selectFrom('deliveries')
    .innerJoin('letter_reads', (join) =>
      join
        .onRef('letter_reads.host_id', '=', 'deliveries.host_id')
        .onRef('letter_reads.family_id', '=', 'deliveries.family_id')
        .onRef('letter_reads.seen_at', '>=', 'deliveries.created_at'),
    )
    .select('deliveries.family_id')
    .where('deliveries.host_id', '=', hostId)
    .where('deliveries.mailbox', '=', mailbox)
    .limit(1)
    .executeTakeFirst();
