import type { YearMonth } from '#lib/calendar.ts';
import { DAY_MS } from '#lib/durations.ts';
import type { Tx } from '#server/transaction.ts';
import { goesOut } from '#features/letter/month-contents.ts';
import { readMonthContents } from '#features/letter/month-contents.service.ts';
import { separateLettersOf } from './joint-mails.service.ts';
import { whyKeptBack } from './mail-states.ts';
import type { AddresseeRow } from './monthly-run.repository.ts';
import { listAddresseesOf } from './monthly-run.repository.ts';
import {
  deleteUnsentLetter,
  listUnsentLetters,
  updateStopped,
} from './stopped-mails.repository.ts';

/**
 * Stops the letters in the outbox that a resident's state keeps back, and releases those that it no
 * longer does. After a day a waiting one is dropped, since it would come as a surprise; it can be
 * sent by hand.
 */
export async function settleQueuedMails(tx: Tx, hostId: string, residentId: string): Promise<void> {
  const [resident] = await listAddresseesOf(tx.db, hostId, residentId);
  if (!resident) return;
  const dayAgo = new Date(tx.clock.now().getTime() - DAY_MS).toISOString();
  for (const mail of await listUnsentLetters(tx.db, hostId, residentId)) {
    const stopped = (await isKeptBack(tx, hostId, resident, mail.yearMonth)) ? 1 : 0;
    if (stopped === mail.stopped) continue;
    if (stopped === 1) await separateLettersOf(tx, hostId, residentId);
    if (stopped === 0 && mail.state === 'queued' && mail.created_at < dayAgo) {
      await deleteUnsentLetter(tx.db, hostId, mail.id, mail.yearMonth);
    } else {
      await updateStopped(tx.db, hostId, mail.id, stopped);
    }
  }
}

/** @param yearMonth null for a test mail, which names no month of its own */
async function isKeptBack(
  tx: Tx,
  hostId: string,
  row: AddresseeRow,
  yearMonth: YearMonth | null,
): Promise<boolean> {
  if (yearMonth === null) return row.lettersEnd !== null;
  const contents = await readMonthContents(tx.db, hostId, yearMonth, [row.residentId]);
  const resident = { ...row, photosHidden: row.photosHidden === 1 };
  return whyKeptBack(resident, yearMonth, goesOut(resident, contents)) !== null;
}

/** Removes the unsent mails of a last letter that is taken back: nobody may get one by mistake. */
export async function withdrawLastLetter(
  tx: Tx,
  hostId: string,
  residentId: string,
  yearMonth: YearMonth,
): Promise<void> {
  const mails = await listUnsentLetters(tx.db, hostId, residentId);
  for (const mail of mails) {
    if (mail.yearMonth === yearMonth) {
      await deleteUnsentLetter(tx.db, hostId, mail.id, yearMonth);
    }
  }
}
