import type { Insertable } from 'kysely';
import type { Database } from '#db/schema.ts';
import type { Db } from '../../server/database.ts';

export const insertMail = (db: Db, mail: Insertable<Database['outbox']>) =>
  db.insertInto('outbox').values(mail).execute();

export type ClaimedMail = NonNullable<Awaited<ReturnType<typeof claimDueMail>>>;

interface Claim {
  now: string;
  /** When it is due again unless its end is noted. */
  leaseUntil: string;
  /** Mails that are being sent, however long that takes by the clock. */
  except: string[];
}

/** Takes the mail that has been due for longest, and counts the attempt. */
export const claimDueMail = (db: Db, { now, leaseUntil, except }: Claim) =>
  db
    .updateTable('outbox')
    .set((eb) => ({ attempts: eb('attempts', '+', 1), next_attempt_at: leaseUntil }))
    .where('id', '=', (eb) =>
      eb
        .selectFrom('outbox')
        .select('id')
        .where('state', '=', 'queued')
        .where('next_attempt_at', '<=', now)
        .where('id', 'not in', except)
        .orderBy('next_attempt_at')
        .orderBy('id')
        .limit(1),
    )
    .returningAll()
    .returning((eb) =>
      eb
        .selectFrom('hosts')
        .select('hosts.name')
        .whereRef('hosts.id', '=', 'outbox.host_id')
        .as('host_name'),
    )
    .executeTakeFirst();

type Note = Pick<Insertable<Database['outbox']>, 'last_error'> &
  Partial<Insertable<Database['outbox']>>;

/** Notes how an attempt ended. */
export const updateMail = (db: Db, id: string, note: Note) =>
  db.updateTable('outbox').set(note).where('id', '=', id).execute();

/** Removes mails that have had their time. */
export async function deleteOldMails(
  db: Db,
  sentBefore: string,
  failedBefore: string,
): Promise<void> {
  await db
    .deleteFrom('outbox')
    .where((eb) =>
      eb.or([
        eb.and([eb('state', '=', 'sent'), eb('sent_at', '<', sentBefore)]),
        eb.and([eb('state', '=', 'failed'), eb('created_at', '<', failedBefore)]),
      ]),
    )
    .execute();
}
