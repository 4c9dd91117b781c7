import { mailboxOf } from '#lib/mail-address.ts';
import type { Db } from '#server/database.ts';
import { hashToken } from '#server/secrets.ts';

/** As `deliveries` keeps it during a trial: no address stays in it. */
export const hashedMailbox = (email: string): string => hashToken(mailboxOf(email)).slice(0, 32);

/**
 * Whose mailboxes a facility knows: a family's that proved its address by a button in a mail, or
 * pressed something by a link that was mailed there (見ました, a word, an answer about photos, LINE),
 * and a colleague's, whose address was proven when signing up. What was typed proves nothing, nor
 * does a GET: mail scanners open links.
 * @param email where only one is asked about
 */
export async function readProven(
  db: Db,
  hostId: string,
  email?: string,
): Promise<(email: string) => boolean> {
  const pressed = await listPressed(db, hostId, email && hashedMailbox(email));
  const known = new Set(pressed.map(({ mailbox }) => mailbox));
  const proved = await listProved(db, hostId);
  for (const one of [...proved, ...(await listColleagues(db, hostId))]) {
    if (one.email !== null) known.add(hashedMailbox(one.email));
  }
  return (address) => known.has(hashedMailbox(address));
}

/** Every press that only a link allows. */
const presses = (db: Db, hostId: string) =>
  db
    .selectFrom('letter_reads')
    .select(['family_id', 'seen_at as at'])
    .where('host_id', '=', hostId)
    .unionAll(
      db
        .selectFrom('consents')
        .select(['family_id', 'created_at as at'])
        .where('host_id', '=', hostId)
        .where('family_id', 'is not', null)
        .$narrowType<{ family_id: string }>(),
    )
    .unionAll(
      db
        .selectFrom('line_accounts')
        .select(['family_id', 'joined_at as at'])
        .where('host_id', '=', hostId),
    );

const listPressed = (db: Db, hostId: string, mailbox?: string) =>
  db
    .selectFrom('deliveries')
    .innerJoin(presses(db, hostId).as('presses'), (join) =>
      join
        .onRef('presses.family_id', '=', 'deliveries.family_id')
        .onRef('presses.at', '>=', 'deliveries.created_at'),
    )
    .select('deliveries.mailbox')
    .distinct()
    .where('deliveries.host_id', '=', hostId)
    .where('deliveries.mailbox', 'is not', null)
    .$if(mailbox !== undefined, (query) => query.where('deliveries.mailbox', '=', mailbox ?? ''))
    .execute();

const listProved = (db: Db, hostId: string) =>
  db
    .selectFrom('families')
    .select('email')
    .where('host_id', '=', hostId)
    .where('email_proved_at', 'is not', null)
    .execute();

const listColleagues = (db: Db, hostId: string) =>
  db
    .selectFrom('staffs')
    .select('email')
    .where('host_id', '=', hostId)
    .where('email', 'is not', null)
    .where('confirmed_at', 'is not', null)
    .execute();
