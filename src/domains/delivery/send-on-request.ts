import type { Actor } from '#domains/account/session/session.ts';
import { noteAct } from '#domains/audit/record-event.ts';
import { isQueueFull, replaceUnsentMail } from '#domains/mail/outbox.ts';
import { isDelivered } from '#domains/people/stay.ts';
import type { YearMonth } from '#lib/calendar.ts';
import { civilDateOf } from '#lib/calendar.ts';
import { conflict, invalid, notFound } from '#lib/errors.ts';
import { formatMoment } from '#lib/format-ja.ts';
import { pace } from '#server/pace.ts';
import { takeTry } from '#server/rate-limit.ts';
import type { Runtime } from '#server/runtime.ts';
import { newId } from '#server/secrets.ts';
import type { Tx } from '#server/transaction.ts';
import { inTransaction } from '#server/transaction.ts';
import type { AddresseeRow } from './addressees.ts';
import { listAddresseesById } from './addressees.ts';
import type { Channel, ReadLetter, ReadyLetter } from './channel.ts';
import { messagesTo } from './channel.ts';
import type { ProgressByWay } from './deliveries.ts';
import { listAnnounced, readProgress, readProgressOf } from './deliveries.ts';
import { MAIL } from './mail-channel.ts';
import type { Going } from './queue.ts';
import { channelBy, readLetters, renewLetters, withRelatives } from './queue.ts';
import { readDeliveryPage } from './read-states.ts';
import { NO_MAIL_TEXT, sentBy } from './reasons.ts';
import type { SendLettersInput } from './states.ts';
import { familiesToSend } from './states.ts';
import type { Sending } from './trial-letters.ts';
import { readSending } from './trial-letters.ts';

const MAILS_OFF =
  '毎月の配信が止まっているため、お送りしていません。配信の設定で始めてから、もう一度お試しください。';
const QUEUE_FULL =
  'お送りするのを待っているメールが多すぎるため、お送りしていません。しばらくしてから、もう一度お試しください。';
const AFTER_TRIAL =
  'お試しのあいだにお送りできるメールの数を超えるため、お送りしていません。続けてご利用になると、お送りできます。';

const underWay = ({ label }: Channel): string =>
  `このご家族への${label}は、今お送りしているところです。少しお待ちください。`;
const waitsUntil = (at: Date, now: Date): string =>
  `このご家族へのメールは、${formatMoment(at, civilDateOf(now))}にお送りします。`;

/** Sends one family a letter's mail, again if asked. @throws AppError 404, 409, 422, 429 */
export async function sendLetter(
  rt: Runtime,
  actor: Actor,
  { familyId, yearMonth }: { familyId: string; yearMonth: YearMonth },
): Promise<void> {
  await inTransaction(rt, async (tx) => {
    await takeTry(tx.db, 'lettersByHost', actor.host.id, tx.clock.now());
    const sending = await requireSendable(tx, actor, yearMonth);
    const [family] = await listAddresseesById(tx.db, actor.host.id, [familyId]);
    if (!family) throw notFound();
    await takeTry(tx.db, 'lettersByFamily', familyId, tx.clock.now());
    const shared = await sharingFailedMail(tx, actor.host.id, yearMonth, familyId);
    const refusal = await sendNow(tx, actor, sending, yearMonth, [family, ...shared]);
    if (typeof refusal === 'number') return;
    if (refusal.status === 409) throw conflict(refusal.text);
    throw invalid(refusal.text, { familyId: [refusal.text] });
  });
}

/** Of one relative: the mail that did not arrive was theirs too, and goes again as it was. */
async function sharingFailedMail(
  tx: Tx,
  hostId: string,
  yearMonth: YearMonth,
  familyId: string,
): Promise<AddresseeRow[]> {
  const { email } = await readProgressOf(tx, hostId, yearMonth, familyId);
  const [before] = email?.deliveries ?? [];
  if (before?.state !== 'failed' || before.messageId === null) return [];
  const announced = await listAnnounced(tx.db, hostId, before.messageId);
  const others = announced.map((one) => one.familyId).filter((id) => id !== familyId);
  return others.length === 0 ? [] : listAddresseesById(tx.db, hostId, others);
}

/** Sends mails that failed or never went. @returns how many. @throws AppError 404, 409, 429 */
export async function sendLetters(
  rt: Runtime,
  actor: Actor,
  { yearMonth, which }: SendLettersInput,
): Promise<number> {
  await takeTry(rt.db, 'lettersByHost', actor.host.id, rt.clock.now());
  const { families } = await readDeliveryPage(rt, actor, yearMonth);
  const ids = familiesToSend(families, which).map(({ id }) => id);
  let [sent, from] = [0, 0];
  while (from < ids.length && !(sent > 0 && (await isQueueFull(rt.db, actor.host.id)))) {
    await pace.slice('letters sent on request', async (fitting) => {
      const batch = ids.slice(from, from + fitting);
      sent += await inTransaction(rt, (tx) => sendBatch(tx, actor, yearMonth, which, batch));
      from += batch.length;
      return batch.length;
    });
  }
  return sent;
}

/** Skips families that changed since the list was read. Those of one relative get one mail. */
async function sendBatch(
  tx: Tx,
  actor: Actor,
  yearMonth: YearMonth,
  which: SendLettersInput['which'],
  ids: string[],
): Promise<number> {
  const hostId = actor.host.id;
  const sending = await requireSendable(tx, actor, yearMonth);
  const isDue = async ({ id }: AddresseeRow): Promise<boolean> => {
    const { email, line } = await readProgressOf(tx, hostId, yearMonth, id);
    const states = [email?.state, line?.state].filter((state) => state !== 'stopped');
    return (states.find((state) => state !== undefined) ?? 'unsent') === which;
  };
  const families = await listAddresseesById(tx.db, hostId, ids);
  const now = tx.clock.now().toISOString();
  let sent = 0;
  for (const family of families) {
    if (!(await isDue(family))) continue;
    const due: AddresseeRow[] = [];
    for (const other of await withRelatives(tx, hostId, [family], now)) {
      if (other.id !== family.id && (await isDue(other))) due.push(other);
    }
    const result = await sendNow(tx, actor, sending, yearMonth, [family, ...due]);
    if (typeof result === 'number') sent += result;
  }
  return sent;
}

async function requireSendable(
  { db, clock }: Runtime,
  { host }: Actor,
  yearMonth: YearMonth,
): Promise<Sending> {
  if (!isDelivered(yearMonth, civilDateOf(clock.now()))) throw notFound();
  const sending = await readSending(db, host.id);
  if (!sending.mailEnabled) throw conflict(MAILS_OFF);
  if (await isQueueFull(db, host.id)) throw conflict(QUEUE_FULL);
  return sending;
}

interface Refusal {
  status: 409 | 422;
  text: string;
}

/**
 * Sends the first family its letter, in one mail with those of the others that fit.
 * @returns the number of letters, or why the first one cannot be sent
 */
async function sendNow(
  tx: Tx,
  actor: Actor,
  sending: Sending,
  yearMonth: YearMonth,
  rows: readonly AddresseeRow[],
): Promise<Refusal | number> {
  const { hostId } = sending;
  const ids = rows.map(({ id }) => id);
  const progress = await readProgress(tx, hostId, yearMonth, ids);
  const all = rows.map((row) => withoutLost(row, progress.get(row.id) ?? {}));
  const letters = await readLetters(tx.db, hostId, yearMonth, all);
  const [first] = letters;
  if (!first) return 0;
  const channel = channelBy(first.row.delivery);
  const refusal = whyNotSendable(tx, channel, first, progress.get(first.row.id) ?? {});
  if (refusal !== null) return refusal;
  const going = await planByHand(tx, channel, sending, letters);
  if (going === null) return { status: 422, text: AFTER_TRIAL };
  const sent = new Map(going.flatMap((one) => one.letters.map(({ row }) => [row.id, row])));
  for (const row of sent.values()) {
    const before = progress.get(row.id)?.[channel.way]?.deliveries ?? [];
    for (const { messageId } of before) {
      if (messageId !== null) await replaceUnsentMail(tx.db, hostId, messageId);
    }
    const event = { target: row.id, residentId: row.residentId, detail: yearMonth };
    await noteAct(tx, actor, { action: 'delivery.sent_by_hand', ...event });
  }
  await renewLetters(tx, channel, hostId, yearMonth, going);
  return sent.size;
}

/** What LINE did not bring goes by mail, if that is the family's other way and a person asks. */
const withoutLost = (row: AddresseeRow, { line }: ProgressByWay): ReadyLetter['row'] => {
  const isLost = line?.state === 'failed';
  return isLost && sentBy(row, isLost) === 'email'
    ? { ...row, delivery: 'email', isLost: true }
    : row;
};

/** To each destination of the first letter's family. @returns null if that is after the trial */
async function planByHand(
  tx: Tx,
  channel: Channel,
  sending: Sending,
  letters: readonly ReadLetter[],
): Promise<Going[] | null> {
  const some = letters.slice(0, channel.isJointByHand ? letters.length : 1);
  const destinations = await channel.destinationsOf(tx, sending.hostId, some.filter(channel.takes));
  const going: Going[] = [];
  for (const message of messagesTo(channel, destinations)) {
    if (!message.letters.some(({ row }) => row.id === letters[0]?.row.id)) continue;
    const plan = await channel.plan(tx, sending, message.to);
    if (plan === null) return null;
    going.push({ id: newId(), ...message, ...plan });
  }
  return going;
}

function whyNotSendable(
  { clock }: Tx,
  channel: Channel,
  { reason }: ReadLetter,
  progress: ProgressByWay,
): Refusal | null {
  if (reason !== null && reason !== 'line') {
    return { status: 422, text: `${NO_MAIL_TEXT[reason]}。メールはお送りしていません。` };
  }
  const busy = [MAIL, channel].find(({ way }) => progress[way]?.isUnderWay);
  if (!busy) return null;
  const until = progress[busy.way]?.until ?? null;
  const text = until === null ? underWay(busy) : waitsUntil(new Date(until), clock.now());
  return { status: 409, text };
}
