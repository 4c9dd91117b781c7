import type { YearMonth } from '#lib/calendar.ts';
import type { Db } from '#server/database.ts';
import { ofOneHost, orNone } from '#server/lists.ts';
import { newId } from '#server/secrets.ts';
import type { Tx } from '#server/transaction.ts';
import { listAddresseesById, listAddresseesOf } from './addressees.ts';
import { readPaper } from './channel.ts';
import { isBeingSent, listAnnounced, moveDeliveries } from './deliveries.ts';
import { channelNamed, queueMessages, readLetters, writeLetters } from './queue.ts';

/**
 * Takes these families' letters out of mails and messages that announce others' too, which stay as
 * they are: before something stops, withdraws or removes those of these. One that is being sent at
 * this moment goes as it is.
 */
export async function separateLetters(
  tx: Tx,
  hostId: string,
  familyIds: readonly string[],
): Promise<void> {
  if (familyIds.length === 0) return;
  for (const message of await listJointMessages(tx.db, hostId, familyIds)) {
    if (isBeingSent(message, tx.clock.now())) continue;
    await separate(tx, hostId, message, new Set(familyIds));
  }
}

/** The same for all families of a resident. */
export async function separateLettersOf(tx: Tx, hostId: string, residentId: string): Promise<void> {
  const families = await listAddresseesOf(tx.db, hostId, residentId);
  await separateLetters(
    tx,
    hostId,
    families.map(({ id }) => id),
  );
}

async function separate(
  tx: Tx,
  hostId: string,
  message: JointMessage,
  leaving: ReadonlySet<string>,
): Promise<void> {
  const { id, yearMonth } = message;
  const ids = (await listAnnounced(tx.db, hostId, id)).map(({ familyId }) => familyId);
  const rest = ids.filter((one) => !leaving.has(one));
  // Families that stay keep a failure, which an admin can send again.
  const to = message.state === 'failed' ? null : await queueAgain(tx, hostId, message, rest);
  await moveDeliveries(tx.db, hostId, id, rest, to);
  const own = ids.filter((one) => leaving.has(one));
  const about = await readAbout(tx, hostId, yearMonth, own);
  const words = writeLetters(tx, channelNamed(message.channel), about);
  await tx.db
    .updateTable('outbox')
    .set({ ...words })
    .where('id', '=', id)
    .execute();
}

/** For those who stay in it, as it would have gone. @returns its id */
async function queueAgain(
  tx: Tx,
  hostId: string,
  { channel, recipient, yearMonth, nextAttemptAt }: JointMessage,
  familyIds: readonly string[],
): Promise<string> {
  const { letters, ...about } = await readAbout(tx, hostId, yearMonth, familyIds);
  // A mail may wait for its day (P27).
  const at = channel === 'mail' ? new Date(nextAttemptAt) : tx.clock.now();
  const one = { id: newId(), to: recipient, letters, at };
  await queueMessages(tx, channelNamed(channel), { hostId, ...about }, [one]);
  return one.id;
}

async function readAbout(
  tx: Tx,
  hostId: string,
  yearMonth: YearMonth,
  familyIds: readonly string[],
) {
  const rows = await listAddresseesById(tx.db, hostId, familyIds);
  const letters = await readLetters(tx.db, hostId, yearMonth, rows);
  return { paper: await readPaper(tx.db, hostId), yearMonth, letters };
}

type JointMessage = Awaited<ReturnType<typeof listJointMessages>>[number];

/** Unsent ones that announce letters of these families, and of others too. */
const listJointMessages = (db: Db, hostId: string, familyIds: readonly string[]) =>
  db
    .selectFrom('deliveries as own')
    .innerJoin('deliveries as other', (join) =>
      join
        .onRef('other.host_id', '=', 'own.host_id')
        .onRef('other.outbox_id', '=', 'own.outbox_id')
        .on('other.family_id', 'not in', orNone(familyIds)),
    )
    .innerJoin('outbox', ofOneHost('outbox.id', 'own.outbox_id'))
    .select(['outbox.id', 'outbox.state', 'outbox.channel', 'outbox.recipient'])
    .select('own.year_month as yearMonth')
    .select(['outbox.attempts', 'outbox.failures', 'outbox.next_attempt_at as nextAttemptAt'])
    .distinct()
    .where('own.host_id', '=', hostId)
    .where('own.family_id', 'in', orNone(familyIds))
    .where('outbox.state', '!=', 'sent')
    .execute();
