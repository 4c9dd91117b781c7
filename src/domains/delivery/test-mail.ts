import type { Actor } from '#domains/account/session/session.ts';
import { noteAct } from '#domains/audit/record-event.ts';
import { readFamilyLetter } from '#domains/letter/read-letters.ts';
import { openLink } from '#domains/letter/link.ts';
import type { Holdings } from '#domains/letter/month-contents.ts';
import type { LineWords } from '#domains/line/message.ts';
import type { Letterpaper, Written } from '#domains/mail/letterhead.ts';
import { onPaper, writeMail } from '#domains/mail/letterhead.ts';
import { allowMailTo } from '#domains/mail/mail-limits.ts';
import { queueMail } from '#domains/mail/outbox.ts';
import { readFamilyEntry } from '#domains/people/manage-families.ts';
import type { FamilyEntry } from '#domains/people/family-list.ts';
import type { YearMonth } from '#lib/calendar.ts';
import { addDays, addMonths, civilDateOf, startOfDay, yearMonthOf } from '#lib/calendar.ts';
import { AppError, conflict, invalid, onlyMissing } from '#lib/errors.ts';
import { paths } from '#lib/paths.ts';
import { takeTry } from '#server/rate-limit.ts';
import type { Runtime } from '#server/runtime.ts';
import type { Tx } from '#server/transaction.ts';
import { inTransaction } from '#server/transaction.ts';
import { listAddresseesById } from './addressees.ts';
import { readPaper } from './channel.ts';
import { lineLetterWords } from './line-channel.ts';
import { deliveryMail } from './monthly-mail.ts';
import { TRIAL_LETTERS_A_DAY, UNPROVEN, planLetter, readSending } from './trial-letters.ts';

const TRIAL_FULL = `お試しのあいだは、${UNPROVEN}へのメールは、1日${TRIAL_LETTERS_A_DAY}通までです。明日、もう一度お試しください。`;

const CHANGED =
  'このご家族の登録が、今変わったところです。テストのメールはお送りしていません。ページを開き直して、お確かめください。';
const RETURNED =
  'このアドレスからは、メールが戻ってきています。アドレスを直すか、「このアドレスで合っています」を押してから、お試しください。';
const STOPPED = 'このご家族は、ご自分でメールを止めています。テストのメールもお送りしません。';
const DIED = 'ご逝去されたため、テストのメールはお送りしません。';

/** Sends a family its mail as a test. @returns the address. @throws AppError 404, 409, 422, 429 */
export async function sendTestMail(rt: Runtime, actor: Actor, familyId: string): Promise<string> {
  const entry = await readFamilyEntry(rt, actor, familyId);
  const { email, name, residentName, delivery } = entry.family;
  if (email === null) throw invalid('メールアドレスを登録すると、テストのメールを送れます。');
  if (entry.hasStopped) throw invalid(STOPPED);
  const yearMonth = newestMonth(rt);
  const letter = await lookUp(rt, entry, yearMonth);
  const offersLine = rt.line !== null && delivery !== 'line';
  const words = { familyName: name, residentName, yearMonth, ...letter, isTest: true, offersLine };
  await inTransaction(rt, async (tx) => {
    await requireSame(tx, actor, entry);
    await requireTaking(tx, actor, familyId);
    await takeTry(tx.db, 'testMailsByHost', actor.host.id, tx.clock.now());
    await allowMailTo(tx, 'test', email);
    await requireRoomToday(tx, actor, email);
    const { hostName, ...paper } = await readPaper(tx.db, actor.host.id);
    const content = deliveryMail({ ...words, ...paper });
    const mail = { kind: 'delivery_test', hostId: actor.host.id, to: email } as const;
    await queueMail(tx, { ...mail, hostName, content });
    const { residentId } = entry.family;
    await noteAct(tx, actor, { action: 'delivery.test_sent', target: familyId, residentId });
  });
  return email;
}

/** Looking a letter up takes a while: a former address or link must not be in the mail. @throws AppError 404, 409 */
async function requireSame(tx: Tx, actor: Actor, { family }: FamilyEntry): Promise<void> {
  const { family: now, hasStopped } = await readFamilyEntry(tx, actor, family.id);
  const isSame = now.email === family.email && now.lettersUrl === family.lettersUrl;
  if (isSame && !hasStopped) return;
  throw conflict(CHANGED);
}

/** @throws AppError 422 where mails come back */
async function requireTaking(tx: Tx, { host }: Actor, familyId: string): Promise<void> {
  const [family] = await listAddresseesById(tx.db, host.id, [familyId]);
  if (family && family.returnedAt !== null) throw invalid(RETURNED);
}

/** A test mail is sent today or not at all. @throws AppError 429 for a facility on its trial */
async function requireRoomToday(tx: Tx, { host }: Actor, email: string) {
  const planned = await planLetter(tx, await readSending(tx.db, host.id), email);
  const now = tx.clock.now();
  if (planned !== null && planned.at.getTime() <= now.getTime()) return;
  const tomorrow = startOfDay(addDays(civilDateOf(now), 1));
  const retryAfter = Math.ceil((tomorrow.getTime() - now.getTime()) / 1000);
  throw new AppError(429, TRIAL_FULL, { retryAfter });
}

/** The monthly mail, with stand-ins for the names. */
export async function previewDelivery(
  rt: Runtime,
  { host }: Actor,
): Promise<{ paper: Letterpaper; written: Written }> {
  const { hostName, ...paper } = await readPaper(rt.db, host.id);
  const content = deliveryMail({
    familyName: '（ご家族のお名前）',
    yearMonth: newestMonth(rt),
    ...standIn(rt),
    receiveUrl: `${rt.env.PUBLIC_URL}/letters/receive…`,
    ...paper,
    offersLine: rt.line !== null,
  });
  return { paper: onPaper(hostName, content), written: writeMail(hostName, content) };
}

/** The same by LINE. */
export const previewLine = async (rt: Runtime, { host }: Actor): Promise<LineWords> =>
  lineLetterWords(await readPaper(rt.db, host.id), newestMonth(rt), [standIn(rt)]);

const standIn = ({ env }: Runtime) => ({
  residentName: '（ご入居者のお名前）',
  holds: { ownPhotos: 8, hasNote: true, hasSharedPhotos: true },
  url: `${env.PUBLIC_URL}/letters/…`,
});

const newestMonth = ({ clock }: Runtime): YearMonth =>
  addMonths(yearMonthOf(civilDateOf(clock.now())), -1);

async function lookUp(
  rt: Runtime,
  { tokens, family }: FamilyEntry,
  yearMonth: YearMonth,
): Promise<{ url: string; receiveUrl: string; holds: Holdings }> {
  const link = await openLink(rt, tokens);
  if (link && link.lettersEnd !== null) throw invalid(DIED);
  const letter = link && (await readFamilyLetter(rt, link, yearMonth).catch(onlyMissing));
  const own = letter?.items.filter(({ residentId }) => residentId !== null) ?? [];
  const hasSharedPhotos = letter !== null && letter.items.length > own.length;
  return {
    url: letter ? `${rt.env.PUBLIC_URL}${paths.letter(yearMonth, tokens)}` : family.lettersUrl,
    receiveUrl: `${rt.env.PUBLIC_URL}${paths.letterReceive(tokens)}`,
    holds: { ownPhotos: own.length, hasNote: (letter?.note ?? '') !== '', hasSharedPhotos },
  };
}
