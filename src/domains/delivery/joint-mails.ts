import { holdingsOf } from '#domains/letter/month-contents.ts';
import { readMonthContents } from '#domains/letter/read-month-contents.ts';
import type { Kept } from '#domains/mail/kept-words.ts';
import { keepMail } from '#domains/mail/kept-words.ts';
import type { Db } from '#server/database.ts';
import { orNone } from '#server/lists.ts';
import { newId } from '#server/secrets.ts';
import type { Tx } from '#server/transaction.ts';
import { isOn } from '#lib/flags.ts';
import { composeLetters, readPaper } from './delivery-mail.ts';
import { queueLineMessages } from '#domains/mail/line-outbox.ts';
import { listAddresseesById, listAddresseesOf } from './addressees.ts';
import { composeLine } from './line-letters.ts';
import { listFamiliesOfMail } from './mail-state-rows.ts';
import { queueLetters } from './queue-letters.ts';

/**
 * Takes these families' letters out of mails that announce others' too, which stay as they are:
 * before something stops, withdraws or removes the mail of these. One that is being sent at this
 * moment goes as it is.
 */
export async function separateLetters(
  tx: Tx,
  hostId: string,
  familyIds: readonly string[],
): Promise<void> {
  if (familyIds.length === 0) return;
  for (const mail of await listJointMails(tx.db, hostId, familyIds)) {
    if (!isBeingSent(mail, tx.clock.now())) await separate(tx, hostId, mail, new Set(familyIds));
  }
}

const isBeingSent = ({ attempts, failures, nextAttemptAt }: JointMail, now: Date): boolean =>
  attempts > failures && nextAttemptAt > now.toISOString();

async function separate(
  tx: Tx,
  hostId: string,
  mail: JointMail,
  leaving: ReadonlySet<string>,
): Promise<void> {
  const ids = await listFamiliesOfMail(tx.db, hostId, mail.id);
  const rest = ids.filter((id) => !leaving.has(id));
  if (mail.state === 'failed') {
    // They keep their failure, which an admin can send again.
    await moveDeliveries(tx.db, hostId, mail.id, rest, null);
  } else {
    const mailId = newId();
    await queueAgain(tx, hostId, mail, await lettersOf(tx, hostId, mail, rest), mailId);
    await moveDeliveries(tx.db, hostId, mail.id, rest, mailId);
  }
  const own = await lettersOf(
    tx,
    hostId,
    mail,
    ids.filter((id) => leaving.has(id)),
  );
  await updateContent(tx.db, mail.id, contentOf(tx, mail, own));
}

type Letters = Awaited<ReturnType<typeof lettersOf>>;

/** For those who stay in it, as it would have gone. */
async function queueAgain(
  tx: Tx,
  hostId: string,
  mail: JointMail,
  letters: Letters,
  mailId: string,
): Promise<void> {
  if (mail.channel === 'line') {
    const words = composeLine(letters.paper, tx.env.PUBLIC_URL, mail.yearMonth, letters.letters);
    await queueLineMessages(tx, [{ id: mailId, hostId, account: mail.recipient, ...words }]);
    return;
  }
  await queueLetters(tx, { ...letters, mailId, at: new Date(mail.nextAttemptAt) });
}

function contentOf(tx: Tx, { channel, yearMonth }: JointMail, { paper, letters }: Letters) {
  if (channel === 'line') {
    const words = composeLine(paper, tx.env.PUBLIC_URL, yearMonth, letters);
    const { summary, text, message } = words;
    return { subject: summary, text, html: JSON.stringify(message), content: '' };
  }
  const { hostName, content } = composeLetters(paper, tx, yearMonth, letters);
  return keepMail(tx, hostName, content);
}

async function lettersOf(
  tx: Tx,
  hostId: string,
  { yearMonth }: JointMail,
  familyIds: readonly string[],
) {
  const rows = await listAddresseesById(tx.db, hostId, familyIds);
  const residents = rows.map(({ residentId }) => residentId);
  const contents = await readMonthContents(tx.db, hostId, yearMonth, residents);
  const letters = rows.map((row) => ({
    row,
    holds: holdingsOf({ ...row, photosHidden: isOn(row.photosHidden) }, contents),
  }));
  return { hostId, paper: await readPaper(tx.db, hostId), yearMonth, letters };
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

/** Unsent mails that announce letters of these families, and of others too. */
async function listJointMails(db: Db, hostId: string, familyIds: readonly string[]) {
  return db
    .selectFrom('deliveries as own')
    .innerJoin('deliveries as other', (join) =>
      join
        .onRef('other.host_id', '=', 'own.host_id')
        .onRef('other.outbox_id', '=', 'own.outbox_id')
        .on('other.family_id', 'not in', orNone(familyIds)),
    )
    .innerJoin('outbox', (join) =>
      join.onRef('outbox.id', '=', 'own.outbox_id').onRef('outbox.host_id', '=', 'own.host_id'),
    )
    .select(['outbox.id', 'outbox.state', 'outbox.channel', 'outbox.recipient'])
    .select('own.year_month as yearMonth')
    .select(['outbox.attempts', 'outbox.failures', 'outbox.next_attempt_at as nextAttemptAt'])
    .distinct()
    .where('own.host_id', '=', hostId)
    .where('own.family_id', 'in', orNone(familyIds))
    .where('outbox.state', '!=', 'sent')
    .execute();
}

type JointMail = Awaited<ReturnType<typeof listJointMails>>[number];

/** @param to null for a mail that failed */
const moveDeliveries = (
  db: Db,
  hostId: string,
  from: string,
  familyIds: readonly string[],
  to: string | null,
) =>
  db
    .updateTable('deliveries')
    .set({ outbox_id: to })
    .where('host_id', '=', hostId)
    .where('outbox_id', '=', from)
    .where('family_id', 'in', orNone(familyIds))
    .execute();

const updateContent = (db: Db, id: string, content: Kept) =>
  db
    .updateTable('outbox')
    .set({ ...content })
    .where('id', '=', id)
    .execute();
