import type { Tx } from '#server/transaction.ts';
import { newId } from '#server/secrets.ts';
import { writeMail } from '#features/mail/letterhead.ts';
import { holdingsOf } from '#features/letter/month-contents.ts';
import { readMonthContents } from '#features/letter/month-contents.service.ts';
import { composeLetters, readPaper } from './delivery-mail.service.ts';
import type { JointMail } from './joint-mails.repository.ts';
import { listJointMails, moveDeliveries, updateContent } from './joint-mails.repository.ts';
import { listFamiliesOfMail } from './mail-states.repository.ts';
import { listAddresseesById, listAddresseesOf } from './monthly-run.repository.ts';
import { queueLetters } from './queue-letters.service.ts';

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
    const at = new Date(mail.nextAttemptAt);
    await queueLetters(tx, { ...(await lettersOf(tx, hostId, mail, rest)), mailId, at });
    await moveDeliveries(tx.db, hostId, mail.id, rest, mailId);
  }
  const own = await lettersOf(
    tx,
    hostId,
    mail,
    ids.filter((id) => leaving.has(id)),
  );
  const { hostName, content } = composeLetters(
    own.paper,
    tx.env.PUBLIC_URL,
    mail.yearMonth,
    own.letters,
  );
  await updateContent(tx.db, mail.id, writeMail(hostName, content));
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
    holds: holdingsOf({ ...row, photosHidden: row.photosHidden === 1 }, contents),
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
