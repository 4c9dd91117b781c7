import type { Actor } from '#domains/account/session/session.ts';
import { noteAct } from '#domains/audit/record-event.ts';
import { readHostContact, readSendsUntil } from '#domains/facility/hosts.ts';
import { readDeliverySettings } from '#domains/facility/read-delivery-settings.ts';
import { readFamilyLetter } from '#domains/letter/letters.ts';
import { openLink } from '#domains/letter/link.ts';
import type { Holdings } from '#domains/letter/month-contents.ts';
import type { Letterpaper, Written } from '#domains/mail/letterhead.ts';
import { onPaper, writeMail } from '#domains/mail/letterhead.ts';
import { allowMailTo } from '#domains/mail/mail-limits.ts';
import type { NewMail } from '#domains/mail/mail.ts';
import { queueMail } from '#domains/mail/outbox.ts';
import { readFamilyEntry } from '#domains/people/families.ts';
import type { FamilyWay } from '#domains/people/family.ts';
import type { FamilyEntry } from '#domains/people/family-list.ts';
import type { YearMonth } from '#lib/calendar.ts';
import { addDays, addMonths, civilDateOf, startOfDay, yearMonthOf } from '#lib/calendar.ts';
import { AppError, conflict, invalid, onlyMissing } from '#lib/errors.ts';
import { sortByName } from '#lib/kana.ts';
import { looksLikeLink } from '#lib/link-like.ts';
import type { LetterTokens } from '#lib/paths.ts';
import { paths } from '#lib/paths.ts';
import type { Db } from '#server/database.ts';
import { takeTry } from '#server/rate-limit.ts';
import type { Runtime } from '#server/runtime.ts';
import type { Tx } from '#server/transaction.ts';
import { inTransaction } from '#server/transaction.ts';
import { deliveryMail } from './delivery-words.ts';
import { jointMail } from './joint-words.ts';
import { planLetter } from './trial-letters.ts';
import { TRIAL_LETTERS_A_DAY } from './trial-letters.ts';

const TRIAL_FULL = `お試しのあいだは、まだ「見ました」の届いていない宛先へのメールは、1日${TRIAL_LETTERS_A_DAY}通までです。明日、もう一度お試しください。`;

const CHANGED =
  'このご家族の登録が、今変わったところです。テストのメールはお送りしていません。ページを開き直して、お確かめください。';
const DIED = 'ご逝去されたため、テストのメールはお送りしません。';

interface Addressee {
  familyName: string;
  residentName: string;
  yearMonth: YearMonth;
  holds: Holdings;
  url: string;
  isTest?: boolean;
  offersLine: boolean;
}

export interface Paper {
  hostName: string;
  hostPhone: string;
  signature: string;
}

/** Read once for many mails. A trial facility uses its own name, without links (P27). */
export async function readPaper(db: Db, hostId: string): Promise<Paper> {
  const { name, phone, isOnTrial } = await readHostContact(db, hostId);
  const { senderName, signature } = await readDeliverySettings({ db }, hostId);
  return {
    hostName: (!isOnTrial && senderName) || name,
    hostPhone: phone,
    signature: isOnTrial && looksLikeLink(signature) ? '' : signature,
  };
}

const write = (
  { hostName, hostPhone, signature }: Paper,
  addressee: Addressee,
): Pick<NewMail, 'hostName' | 'content'> => ({
  hostName,
  content: deliveryMail({ ...addressee, hostPhone, signature }),
});

interface AddressedLetter {
  row: LetterTokens & {
    name: string;
    delivery: FamilyWay;
    /** LINE has not brought it. */
    isLost?: boolean;
    residentName: string;
    residentKana: string;
  };
  holds: Holdings;
}

/** One mail about one or several letters to the same address, by the names of the residents. */
export function composeLetters(
  paper: Paper,
  { env, line }: Pick<Runtime, 'env' | 'line'>,
  yearMonth: YearMonth,
  letters: readonly AddressedLetter[],
): Pick<NewMail, 'hostName' | 'content'> {
  const sorted = sortByName(letters, ({ row }) => ({
    name: row.residentName,
    nameKana: row.residentKana,
  }));
  const addressed = sorted.map(({ row, holds }) => ({
    familyName: row.name,
    residentName: row.residentName,
    holds,
    url: `${env.PUBLIC_URL}${paths.letter(yearMonth, row)}`,
  }));
  const offersLine =
    line !== null && letters.every(({ row }) => row.delivery !== 'line' && row.isLost !== true);
  const [only] = addressed;
  if (only && addressed.length === 1) return write(paper, { ...only, yearMonth, offersLine });
  const { hostName, ...words } = paper;
  return { hostName, content: jointMail({ ...words, letters: addressed, yearMonth, offersLine }) };
}

const writeDelivery = async (db: Db, hostId: string, addressee: Addressee) =>
  write(await readPaper(db, hostId), addressee);

/** Sends a family its mail as a test. @returns the address. @throws AppError 404, 409, 422, 429 */
export async function sendTestMail(rt: Runtime, actor: Actor, familyId: string): Promise<string> {
  const entry = await readFamilyEntry(rt, actor, familyId);
  const { email, name, residentName, delivery } = entry.family;
  if (email === null) throw invalid('メールアドレスを登録すると、テストのメールを送れます。');
  const yearMonth = newestMonth(rt);
  const letter = await lookUp(rt, entry, yearMonth);
  const offersLine = rt.line !== null && delivery !== 'line';
  const words = { familyName: name, residentName, yearMonth, isTest: true, offersLine };
  const addressee = { ...words, ...letter };
  await inTransaction(rt, async (tx) => {
    await requireSame(tx, actor, entry);
    await takeTry(tx.db, 'testMailsByHost', actor.host.id, tx.clock.now());
    await allowMailTo(tx, 'test', email);
    await requireRoomToday(tx, actor, email);
    const mail = await writeDelivery(tx.db, actor.host.id, addressee);
    await queueMail(tx, { kind: 'delivery_test', hostId: actor.host.id, to: email, ...mail });
    const { residentId } = entry.family;
    await noteAct(tx, actor, { action: 'delivery.test_sent', target: familyId, residentId });
  });
  return email;
}

/** Looking a letter up takes a while: a former address or link must not be in the mail. @throws AppError 404, 409 */
async function requireSame(tx: Tx, actor: Actor, { family }: FamilyEntry): Promise<void> {
  const now = (await readFamilyEntry(tx, actor, family.id)).family;
  if (now.email === family.email && now.lettersUrl === family.lettersUrl) return;
  throw conflict(CHANGED);
}

/** A test mail is sent today or not at all. @throws AppError 429 for a facility on its trial */
async function requireRoomToday(tx: Tx, { host }: Actor, email: string) {
  const { hour } = await readDeliverySettings(tx, host.id);
  const sending = { hostId: host.id, trialEndsAt: await readSendsUntil(tx.db, host.id), hour };
  const planned = await planLetter(tx, sending, email);
  const now = tx.clock.now();
  if (planned !== null && planned.at.getTime() <= now.getTime()) return;
  const tomorrow = startOfDay(addDays(civilDateOf(now), 1));
  const retryAfter = Math.ceil((tomorrow.getTime() - now.getTime()) / 1000);
  throw new AppError(429, TRIAL_FULL, { retryAfter });
}

export async function previewDelivery(
  rt: Runtime,
  { host }: Actor,
): Promise<{ paper: Letterpaper; written: Written }> {
  const { hostName, content } = await writeDelivery(rt.db, host.id, {
    familyName: '（ご家族のお名前）',
    residentName: '（ご入居者のお名前）',
    yearMonth: newestMonth(rt),
    holds: { ownPhotos: 8, hasNote: true, hasSharedPhotos: true },
    url: `${rt.env.PUBLIC_URL}/letters/…`,
    offersLine: rt.line !== null,
  });
  return { paper: onPaper(hostName, content), written: writeMail(hostName, content) };
}

const newestMonth = ({ clock }: Runtime): YearMonth =>
  addMonths(yearMonthOf(civilDateOf(clock.now())), -1);

async function lookUp(
  rt: Runtime,
  { tokens, family }: FamilyEntry,
  yearMonth: YearMonth,
): Promise<Pick<Addressee, 'url' | 'holds'>> {
  const link = await openLink(rt, tokens);
  if (link && link.lettersEnd !== null) throw invalid(DIED);
  const letter = link && (await readFamilyLetter(rt, link, yearMonth).catch(onlyMissing));
  const own = letter?.items.filter(({ residentId }) => residentId !== null) ?? [];
  const hasSharedPhotos = letter !== null && letter.items.length > own.length;
  return {
    url: letter ? `${rt.env.PUBLIC_URL}${paths.letter(yearMonth, tokens)}` : family.lettersUrl,
    holds: { ownPhotos: own.length, hasNote: (letter?.note ?? '') !== '', hasSharedPhotos },
  };
}
