import type { Actor } from '#domains/account/session/session.ts';
import { noteAct } from '#domains/audit/record-event.ts';
import { readSendsUntil } from '#domains/facility/hosts.ts';
import { readDeliverySettings } from '#domains/facility/read-delivery-settings.ts';
import { goesOut } from '#domains/letter/month-contents.ts';
import { readMonthContents } from '#domains/letter/read-month-contents.ts';
import { isQueueFull, replaceUnsentMail } from '#domains/mail/outbox.ts';
import { isDelivered } from '#domains/people/stay.ts';
import type { YearMonth } from '#lib/calendar.ts';
import { civilDateOf } from '#lib/calendar.ts';
import { conflict, invalid, notFound } from '#lib/errors.ts';
import { formatMoment } from '#lib/format-ja.ts';
import { isOn } from '#lib/flags.ts';
import { pace } from '#server/pace.ts';
import { takeTry } from '#server/rate-limit.ts';
import type { Runtime } from '#server/runtime.ts';
import { newId } from '#server/secrets.ts';
import type { Tx } from '#server/transaction.ts';
import { inTransaction } from '#server/transaction.ts';
import type { AddresseeRow } from './addressees.ts';
import { listAddresseesById } from './addressees.ts';
import { readPaper } from './delivery-mail.ts';
import { inOneMail } from './joint-words.ts';
import type { Sending } from './trial-letters.ts';
import type { Refusal } from './send-line-on-request.ts';
import { readLineState, sendByLine, withoutLostLine } from './send-line-on-request.ts';
import { findDelivery, listFamiliesOfMail, renewDelivery } from './mail-state-rows.ts';
import type { SendLettersInput } from './states.ts';
import { familiesToSend } from './states.ts';
import { queueLetters, readReadyLetters, withRelatives } from './queue-letters.ts';
import { readDeliveryPage } from './read-states.ts';
import { NO_MAIL_TEXT, whyNoMail } from './reasons.ts';
import { laterThan, planLetter } from './trial-letters.ts';

const MAILS_OFF =
  '毎月の配信が止まっているため、お送りしていません。配信の設定で始めてから、もう一度お試しください。';
const UNDER_WAY = 'このご家族へのメールは、今お送りしているところです。少しお待ちください。';
const QUEUE_FULL =
  'お送りするのを待っているメールが多すぎるため、お送りしていません。しばらくしてから、もう一度お試しください。';
const AFTER_TRIAL =
  'お試しのあいだにお送りできるメールの数を超えるため、お送りしていません。続けてご利用になると、お送りできます。';

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
  const before = await findDelivery(tx.db, hostId, familyId, yearMonth);
  if (before?.state !== 'failed' || before.mailId === null) return [];
  const ids = await listFamiliesOfMail(tx.db, hostId, before.mailId);
  const others = ids.filter((id) => id !== familyId);
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
    const before = await findDelivery(tx.db, hostId, id, yearMonth);
    const state = isOn(before?.stopped) ? undefined : before?.state;
    return (state ?? (await readLineState(tx, hostId, yearMonth, id)) ?? 'unsent') === which;
  };
  const families = await listAddresseesById(tx.db, hostId, ids);
  const now = tx.clock.now().toISOString();
  let sent = 0;
  for (const family of families) {
    if (!(await isDue(family))) continue;
    const others = (await withRelatives(tx, hostId, [family], now)).filter(isOther(family));
    const due: AddresseeRow[] = [];
    for (const other of others) if (await isDue(other)) due.push(other);
    const result = await sendNow(tx, actor, sending, yearMonth, [family, ...due]);
    if (typeof result === 'number') sent += result;
  }
  return sent;
}

const isOther =
  ({ id }: AddresseeRow) =>
  (other: AddresseeRow): boolean =>
    other.id !== id;

async function requireSendable(
  { db, clock }: Runtime,
  { host }: Actor,
  yearMonth: YearMonth,
): Promise<Sending> {
  if (!isDelivered(yearMonth, civilDateOf(clock.now()))) throw notFound();
  const { mailEnabled, hour } = await readDeliverySettings({ db }, host.id);
  if (!mailEnabled) throw conflict(MAILS_OFF);
  if (await isQueueFull(db, host.id)) throw conflict(QUEUE_FULL);
  return { hostId: host.id, trialEndsAt: await readSendsUntil(db, host.id), hour };
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
  const all: AddresseeRow[] = [];
  for (const row of rows) all.push(await withoutLostLine(tx, hostId, yearMonth, row));
  const [first] = all;
  if (!first) return 0;
  const reason = await whyNotSendable(tx, hostId, yearMonth, first);
  if (reason !== null) return reason;
  if (first.delivery === 'line') return sendByLine(tx, actor, hostId, yearMonth, first);
  const ready = await readReadyLetters(tx, hostId, yearMonth, all);
  const letters = inOneMail(ready).find((mail) => mail.some(({ row }) => row.id === first.id));
  if (!letters) return 0;
  const planned = await planLetter(tx, sending, first.email ?? '');
  if (planned === null) return { status: 422, text: AFTER_TRIAL };
  const { at, mailbox } = planned;
  const mailId = newId();
  const now = tx.clock.now().toISOString();
  for (const { row } of letters) {
    const before = await findDelivery(tx.db, hostId, row.id, yearMonth);
    if (before?.mailId) await replaceUnsentMail(tx.db, hostId, before.mailId);
    const key = { host_id: hostId, family_id: row.id, year_month: yearMonth };
    await renewDelivery(tx.db, { ...key, mailbox }, mailId, now);
    const event = { target: row.id, residentId: row.residentId, detail: String(yearMonth) };
    await noteAct(tx, actor, { action: 'delivery.sent_by_hand', ...event });
  }
  const paper = await readPaper(tx.db, hostId);
  await queueLetters(tx, { hostId, paper, yearMonth, letters, mailId, at });
  return letters.length;
}

async function whyNotSendable(
  tx: Tx,
  hostId: string,
  yearMonth: YearMonth,
  row: AddresseeRow,
): Promise<Refusal | null> {
  const family = { ...row, photosHidden: isOn(row.photosHidden) };
  const contents = await readMonthContents(tx.db, hostId, yearMonth, [row.residentId]);
  const reason = whyNoMail(family, contents, goesOut(family, contents));
  if (reason !== null && reason !== 'line') {
    return { status: 422, text: `${NO_MAIL_TEXT[reason]}。メールはお送りしていません。` };
  }
  const before = await findDelivery(tx.db, hostId, row.id, yearMonth);
  const isStopped = isOn(before?.stopped); // no longer: its reason is gone
  if (before?.state === 'queued' && before.mailId !== null && !isStopped) {
    const later = laterThan(tx.clock.now(), before);
    return { status: 409, text: later ? waitsUntil(later, tx.clock.now()) : UNDER_WAY };
  }
  return null;
}
