import { lastReading } from '#domains/delivery/returned/last-reading.ts';
import { noteEvent } from '#domains/audit/record-event.ts';
import { writeMail } from '#domains/mail/letterhead.ts';
import { makeReturnId } from '#domains/mail/return-id.ts';
import { besideOutbox } from '#domains/mail/trial-mail.ts';
import { moment } from '#lib/figures.ts';
import { isId } from '#lib/ids.ts';
import { domainOf } from '#lib/mail-address.ts';
import type { Runtime } from '#server/runtime.ts';
import { newId } from '#server/secrets.ts';
import type { Finding } from './finding.ts';

type Parts = Pick<Runtime, 'db' | 'env' | 'clock' | 'mailer' | 'secrets'>;

const NAME = '戻ってきた知らせ（BOUNCE_URL）';

/** Whether what comes back is read. */
export async function findReading(rt: Pick<Runtime, 'db' | 'env'>): Promise<Finding> {
  if (rt.env.BOUNCE_URL === undefined) return { name: NAME, verdict: 'bad', says: UNSET };
  const reading = await lastReading(rt);
  if (reading === null) return { name: NAME, verdict: 'unknown', says: 'まだ読んでいません。' };
  const { at, goodAt, trouble } = reading;
  if (trouble === null)
    return { name: NAME, verdict: 'good', says: `最後に読んだのは ${moment(at)} です。` };
  const good = goodAt === null ? '一度も' : `${moment(goodAt)} を最後に、`;
  return { name: NAME, verdict: 'bad', says: `${good}読めていません。${ADVICE}` };
}

const UNSET =
  '設定がありません。あとから戻ってきたメールを読めず、届かなかったお便りに気づけません。';
const ADVICE = 'サーバーの名前・利用者名・パスワード・メールボックスの名前を確かめてください。';

/** A letter to an address that cannot exist. */
export type BounceTest = { sent: string } | { refused: true };

/**
 * Sends a letter that must come back: to our own domain first, where a mail server may say no at once,
 * which shows nothing, then to one that no one can have (RFC 2606).
 * @returns its id, by which its report is known
 */
export async function sendBounceTest(rt: Parts): Promise<BounceTest> {
  await noteEvent(rt, { action: 'operator.test_mail_sent' });
  const id = newId();
  const local = `kono-atesaki-wa-arimasen-${id.toLowerCase()}`;
  for (const domain of [domainOf(rt.env.MAIL_FROM_LETTERS.address), 'tsukidayori.invalid']) {
    try {
      await rt.mailer.sendTrial(testTo(rt, id, `${local}@${domain}`));
      return { sent: id };
    } catch (error) {
      if (typeof (error as { responseCode?: unknown }).responseCode !== 'number') throw error;
    }
  }
  return { refused: true };
}

function testTo(rt: Parts, id: string, to: string) {
  const words = writeMail(null, {
    subject: '戻りの確認',
    paragraphs: ['このメールは、届かないことを確かめるために、ない宛先にお送りしています。'],
  });
  const mail = besideOutbox(rt, to, words, id);
  return { ...mail, isToFamily: true, returnId: makeReturnId(rt, id, mail.date) };
}

/** Whether the report about it was read, or it itself. Only the last one is known. */
export const hasComeBack = async (rt: Pick<Runtime, 'db' | 'env'>, id: string): Promise<boolean> =>
  isId(id) && (await lastReading(rt))?.lastTestId === id;
