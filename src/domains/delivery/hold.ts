import type { HostStanding } from '#domains/facility/host.ts';
import { isHostActive } from '#domains/facility/host.ts';
import { isOverFor } from '#domains/facility/ending/ending.ts';
import type { MailKind } from '#domains/mail/mail.ts';
import { LETTER_KINDS, FAMILY_KINDS, LEASE_MS, mailTraits } from '#domains/mail/mail.ts';
import type { ClaimedMail } from '#domains/mail/turns.ts';
import { withdrawUnsent } from '#domains/mail/withdraw-mails.ts';
import { deleteDeliveriesOfMails } from '#domains/people/family-rows.ts';
import { civilDateOf } from '#lib/calendar.ts';
import type { Db } from '#server/database.ts';
import type { Runtime } from '#server/runtime.ts';
import { inTransaction } from '#server/transaction.ts';
import { listAnnounced } from './deliveries.ts';
import { whenHeard } from './ending/telling.ts';
import { listTellings } from './ending/telling-rows.ts';

interface Silenced {
  kinds: readonly MailKind[];
  /** What has failed is shown as failed, unless pages say that nothing more comes. */
  states: ('queued' | 'failed')[];
}

/** Nothing goes to families once the last day is over, and no letter or reply once a trial is. */
function silenced(host: HostStanding, now: Date): Silenced {
  if (isOverFor(host.ends_on, now)) return { kinds: FAMILY_KINDS, states: ['queued', 'failed'] };
  return { kinds: isHostActive(host, now) ? [] : LETTER_KINDS, states: ['queued'] };
}

/**
 * Asked at the moment of sending, whatever was true when it was queued: the day may have ended, a
 * state of life or the family itself may have taken it back. A letter comes after the news that its
 * facility goes on (P43). @returns when to look again; null if it may go
 */
export async function holdUntil(
  { db, clock }: Pick<Runtime, 'db' | 'clock'>,
  { id, host_id: hostId, kind }: ClaimedMail,
): Promise<Date | null> {
  if (hostId === null || !mailTraits(kind).isToFamily) return null;
  const now = clock.now();
  const host = await findWaiting(db, id);
  // Until it is withdrawn.
  const isHeld = !host || silenced(host, now).kinds.some((one) => one === kind);
  if (isHeld) return new Date(now.getTime() + LEASE_MS);
  if (kind !== 'delivery' || host.ends_on !== null || !host.wasTold) return null;
  const families = (await listAnnounced(db, hostId, id)).map(({ familyId }) => familyId);
  const told = Map.groupBy(await listTellings(db, hostId, families), ({ familyId }) => familyId);
  const times = [...told.values()].flatMap((rows) => whenHeard(rows, now) ?? []);
  return times.sort((one, other) => Number(one) - Number(other)).at(-1) ?? null;
}

/** What waits at a facility that may send nothing any more; it can be sent by hand if it goes on. */
export async function withdrawSilenced(rt: Runtime): Promise<void> {
  for (const { id, ...host } of await listWithUnsent(rt.db, rt.clock.now())) {
    const withdraw = inTransaction(rt, async (tx) => {
      const withdrawn = await withdrawUnsent(tx, id, silenced(host, tx.clock.now()));
      await deleteDeliveriesOfMails(tx.db, id, withdrawn);
    });
    await withdraw.catch((error: unknown) => {
      rt.log.error({ err: error, host: id }, 'letters not withdrawn');
    });
  }
}

const standing = (db: Db) =>
  db
    .selectFrom('hosts')
    .leftJoin('facility_endings', 'facility_endings.host_id', 'hosts.id')
    .select(['hosts.activated_at', 'hosts.trial_ends_at', 'hosts.continued_at'])
    .select('facility_endings.ends_on');

/** A message that is neither withdrawn nor stopped. */
const findWaiting = (db: Db, id: string) =>
  standing(db)
    .innerJoin('outbox', 'outbox.host_id', 'hosts.id')
    .select(({ exists, selectFrom }) =>
      exists(
        selectFrom('ending_tellings')
          .select('ending_tellings.host_id')
          .whereRef('ending_tellings.host_id', '=', 'hosts.id'),
      ).as('wasTold'),
    )
    .where((eb) => eb.and({ 'outbox.id': id, 'outbox.stopped': 0 }))
    .executeTakeFirst();

const listWithUnsent = (db: Db, now: Date) =>
  standing(db)
    .select('hosts.id')
    .where((eb) =>
      eb.or([
        eb('facility_endings.ends_on', '<', civilDateOf(now)),
        eb.and([
          eb('hosts.trial_ends_at', '<=', now.toISOString()),
          eb('hosts.continued_at', 'is', null),
        ]),
      ]),
    )
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('outbox')
          .select('outbox.id')
          .whereRef('outbox.host_id', '=', 'hosts.id')
          .where('outbox.kind', 'in', FAMILY_KINDS)
          .where((one) =>
            one.or([
              one('outbox.state', '=', 'queued'),
              one.and([
                one('outbox.state', '=', 'failed'),
                one('facility_endings.ends_on', 'is not', null),
              ]),
            ]),
          ),
      ),
    )
    .execute();
