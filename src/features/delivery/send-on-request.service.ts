import { setImmediate } from 'node:timers/promises';
import type { YearMonth } from '#lib/calendar.ts';
import { civilDateOf } from '#lib/calendar.ts';
import { conflict, invalid, notFound } from '#lib/errors.ts';
import { formatMoment } from '#lib/format-ja.ts';
import { takeTry } from '#server/rate-limit.ts';
import type { Runtime } from '#server/runtime.ts';
import type { Tx } from '#server/transaction.ts';
import { inTransaction } from '#server/transaction.ts';
import { newId } from '#server/secrets.ts';
import { noteAct } from '#features/audit/audit.service.ts';
import { readSendsUntil } from '#features/host/host.service.ts';
import { goesOut, holdingsOf } from '#features/letter/month-contents.ts';
import { readMonthContents } from '#features/letter/month-contents.service.ts';
import { isDelivered } from '#features/letter/letter.ts';
import { isQueueFull, replaceUnsentMail } from '#features/mail/outbox.service.ts';
import type { Actor } from '#features/session/session.ts';
import type { SendLettersInput } from './mail-states.ts';
import { NO_MAIL_TEXT, whyNoMail } from './mail-states.ts';
import { readPaper } from './delivery-mail.service.ts';
import type { AddresseeRow } from './monthly-run.repository.ts';
import { listAddresseesById } from './monthly-run.repository.ts';
import { queueLetter } from './monthly-run.service.ts';
import { readDeliverySettings } from './settings.service.ts';
import { findDelivery, renewDelivery } from './mail-states.repository.ts';
import { readDeliveryPage } from './mail-states.service.ts';
import type { Sending } from './trial-letters.service.ts';
import { laterThan, planLetter } from './trial-letters.service.ts';

const BATCH = 20;

const MAILS_OFF =
  'メールの配信が止まっているため、お送りしていません。配信の設定で始めてから、もう一度お試しください。';
const UNDER_WAY = 'このご家族へのメールは、いまお送りしているところです。少しお待ちください。';
const QUEUE_FULL =
  'お送りするのを待っているメールが多すぎるため、お送りしていません。しばらくしてから、もう一度お試しください。';
const AFTER_TRIAL =
  'お試しのあいだにお送りできるメールの数を超えるため、お送りしていません。つづけてご利用になると、お送りできます。';

const waitsUntil = (at: Date, now: Date): string =>
  `このご家族へのメールは、${formatMoment(at, civilDateOf(now))} にお送りします。`;

interface Refusal {
  status: 409 | 422;
  text: string;
}

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
    const refusal = await sendTo(tx, actor, sending, yearMonth, family);
    if (refusal?.status === 409) throw conflict(refusal.text);
    if (refusal) throw invalid(refusal.text, { familyId: [refusal.text] });
  });
}

/** Sends mails that failed or never went. @returns how many. @throws AppError 404, 409, 429 */
export async function sendLetters(
  rt: Runtime,
  actor: Actor,
  { yearMonth, which }: SendLettersInput,
): Promise<number> {
  await takeTry(rt.db, 'lettersByHost', actor.host.id, rt.clock.now());
  const { families } = await readDeliveryPage(rt, actor, yearMonth);
  const ids = families.flatMap(({ id, mail }) => (mail.state === which ? id : []));
  let sent = 0;
  for (let from = 0; from < ids.length; from += BATCH) {
    if (sent > 0 && (await isQueueFull(rt.db, actor.host.id))) break;
    const batch = ids.slice(from, from + BATCH);
    sent += await inTransaction(rt, (tx) => sendBatch(tx, actor, yearMonth, which, batch));
    await setImmediate();
  }
  return sent;
}

/** Skips families that changed since the list was read. */
async function sendBatch(
  tx: Tx,
  actor: Actor,
  yearMonth: YearMonth,
  which: SendLettersInput['which'],
  ids: string[],
): Promise<number> {
  const sending = await requireSendable(tx, actor, yearMonth);
  let sent = 0;
  for (const family of await listAddresseesById(tx.db, actor.host.id, ids)) {
    const before = await findDelivery(tx.db, actor.host.id, family.id, yearMonth);
    const state = before?.stopped === 1 ? 'unsent' : (before?.state ?? 'unsent');
    if (state !== which) continue;
    if ((await sendTo(tx, actor, sending, yearMonth, family)) === null) sent++;
  }
  return sent;
}

async function requireSendable(
  { db, clock }: Runtime,
  { host }: Actor,
  yearMonth: YearMonth,
): Promise<Sending> {
  if (!isDelivered(yearMonth, civilDateOf(clock.now()))) throw notFound();
  const { mailEnabled, hour } = await readDeliverySettings(db, host.id);
  if (!mailEnabled) throw conflict(MAILS_OFF);
  if (await isQueueFull(db, host.id)) throw conflict(QUEUE_FULL);
  return { hostId: host.id, trialEndsAt: await readSendsUntil(db, host.id), hour };
}

/** @returns the refusal, or null when queued */
async function sendTo(
  tx: Tx,
  actor: Actor,
  sending: Sending,
  yearMonth: YearMonth,
  row: AddresseeRow,
): Promise<Refusal | null> {
  const { host } = actor;
  const family = { ...row, photosHidden: row.photosHidden === 1 };
  const contents = await readMonthContents(tx.db, host.id, yearMonth, [row.residentId]);
  const reason = whyNoMail(family, contents, goesOut(family, contents));
  if (reason !== null) {
    return { status: 422, text: `${NO_MAIL_TEXT[reason]}。メールはお送りしていません。` };
  }
  const before = await findDelivery(tx.db, host.id, row.id, yearMonth);
  const isStopped = before?.stopped === 1; // no longer: its reason is gone
  if (before?.state === 'queued' && before.mailId !== null && !isStopped) {
    const later = laterThan(tx.clock.now(), before);
    return { status: 409, text: later ? waitsUntil(later, tx.clock.now()) : UNDER_WAY };
  }
  const planned = await planLetter(tx, sending, row.email ?? '');
  if (planned === null) return { status: 422, text: AFTER_TRIAL };
  if (before?.mailId) await replaceUnsentMail(tx.db, host.id, before.mailId);
  const mailId = newId();
  const key = { host_id: host.id, family_id: row.id, year_month: yearMonth };
  const { at, mailbox } = planned;
  await renewDelivery(tx.db, { ...key, mailbox }, mailId, tx.clock.now().toISOString());
  const paper = await readPaper(tx.db, host.id);
  const holds = holdingsOf(family, contents);
  const letter = { hostId: host.id, paper, yearMonth, holds, mailId, at };
  await queueLetter(tx, { ...letter, family: row });
  const event = { target: row.id, residentId: row.residentId, detail: String(yearMonth) };
  await noteAct(tx, actor, { action: 'delivery.sent_by_hand', ...event });
  return null;
}
