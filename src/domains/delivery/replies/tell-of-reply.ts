import { readDeliverySettings } from '#domains/facility/read-delivery-settings.ts';
import type { AnswerRow } from '#domains/letter/answer/answer-rows.ts';
import type { ToldWay } from '#domains/letter/answer/answer.ts';
import { keepMail } from '#domains/mail/kept-words.ts';
import { isAnyLeft, queueLetters, withdrawLetters } from '#domains/mail/outbox.ts';
import { keepLine } from '#domains/line/message.ts';
import { civilDateOf, yearMonthOf } from '#lib/calendar.ts';
import { paths } from '#lib/paths.ts';
import type { Runtime } from '#server/runtime.ts';
import { hashToken } from '#server/secrets.ts';
import { ID_LENGTH } from '#lib/ids.ts';
import type { Tx } from '#server/transaction.ts';
import type { AddresseeRow } from '#domains/delivery/addressees.ts';
import { listAddresseesById } from '#domains/delivery/addressees.ts';
import { readPaper } from '#domains/delivery/channel.ts';
import { channelBy } from '#domains/delivery/queue.ts';
import { readSending } from '#domains/delivery/trial-letters.ts';
import { NO_MAIL_TEXT, goesByLine, whyNoMail } from '#domains/delivery/reasons.ts';
import { replyByLine, replyMail } from './reply-mail.ts';

/** A family has so many accounts at most. */
const MOST_DESTINATIONS = 10;
const MAILS_OFF = '毎月の配信が止まっています';

/** By which way a family is told of a reply, or why by none. */
export type Telling = { way: ToldWay; why?: never } | { way: null; why: string };

/** As its letters of this month would go (domain.md#replies). */
function tellingOf(row: AddresseeRow, now: Date): Telling {
  if (row.lettersEnd !== null) return { way: null, why: NO_MAIL_TEXT.died };
  const month = { yearMonth: yearMonthOf(civilDateOf(now)), skipped: new Set<string>() };
  const reason = whyNoMail(row, month, true);
  if (goesByLine(row, reason)) return { way: 'line' };
  return reason === null ? { way: 'email' } : { way: null, why: NO_MAIL_TEXT[reason] };
}

/** @param familyId of the facility. @returns null for an unknown one */
export async function readTelling(
  { db, clock }: Pick<Runtime, 'db' | 'clock'>,
  hostId: string,
  familyId: string,
): Promise<Telling | null> {
  const [row] = await listAddresseesById(db, hostId, [familyId]);
  if (!row) return null;
  const { mailEnabled } = await readDeliverySettings({ db }, hostId);
  return mailEnabled ? tellingOf(row, clock.now()) : { way: null, why: MAILS_OFF };
}

/** Holds nothing: it announces no letter. */
const NOTHING = { ownPhotos: 0, hasNote: false, hasSharedPhotos: false };

/** Queues the mail, or a message for each account. @returns by which way, null if by none */
export async function tellOfReply(tx: Tx, answer: AnswerRow): Promise<ToldWay | null> {
  const { host_id: hostId, family_id: familyId, year_month: yearMonth } = answer;
  const [row] = await listAddresseesById(tx.db, hostId, [familyId ?? '']);
  const way = (await readTelling(tx, hostId, familyId ?? ''))?.way ?? null;
  if (!row || way === null) return null;
  const channel = channelBy(way);
  const sending = await readSending(tx.db, hostId);
  const paper = await readPaper(tx.db, hostId);
  const { name: familyName, residentName } = row;
  const url = `${tx.env.PUBLIC_URL}${paths.letter(yearMonth, row)}#words`;
  const told = { familyName, residentName, yearMonth, paper, url };
  const words =
    way === 'email' ? keepMail(tx, paper.hostName, replyMail(told)) : keepLine(replyByLine(told));
  const destinations = await channel.destinationsOf(tx, hostId, [{ row, holds: NOTHING }]);
  let count = 0;
  for (const { to } of destinations.slice(0, MOST_DESTINATIONS)) {
    const plan = await channel.plan(tx, sending, to);
    if (plan === null) continue;
    const id = mailIdOf(answer.id, count++);
    const messageId = channel.messageIdOf(tx, id, tx.clock.now());
    const message = { id, hostId, channel: channel.name, to, at: plan.at, messageId, words };
    await queueLetters(tx, [{ ...message, kind: 'reply' }]);
  }
  return count > 0 ? way : null;
}

/** Made from the word, so that no second one can be made for it. */
const mailIdOf = (answerId: string, n: number): string =>
  hashToken(`reply ${answerId} ${n}`).slice(0, ID_LENGTH);

/** Takes back what waits. @returns whether the family has not been told, nor may have been */
export async function untellOfReply(tx: Tx, answer: AnswerRow): Promise<boolean> {
  const ids = Array.from({ length: MOST_DESTINATIONS }, (_, n) => mailIdOf(answer.id, n));
  const withdrawn = await withdrawLetters(tx, answer.host_id, ids);
  return withdrawn.length > 0 && !(await isAnyLeft(tx.db, answer.host_id, ids));
}
