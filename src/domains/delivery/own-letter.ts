import type { Actor } from '#domains/account/session/session.ts';
import { noteAct } from '#domains/audit/record-event.ts';
import { readPreview } from '#domains/letter/desk/preview.ts';
import type { MailContent } from '#domains/mail/mail.ts';
import { allowMailTo } from '#domains/mail/mail-limits.ts';
import { queueMail } from '#domains/mail/outbox.ts';
import { civilDateOf, yearMonthOf } from '#lib/calendar.ts';
import { conflict } from '#lib/errors.ts';
import { paths } from '#lib/paths.ts';
import type { Db } from '#server/database.ts';
import { takeTry } from '#server/rate-limit.ts';
import type { Runtime } from '#server/runtime.ts';
import { inTransaction } from '#server/transaction.ts';
import { readPaper } from './channel.ts';
import { deliveryMail } from './monthly-mail.ts';

const NOBODY = '入居者を登録すると、お便りを自分に送ってみることができます。';
const NO_ADDRESS = 'メールアドレスがないため、送れません。マイページで登録してください。';
const OWN_NOTE =
  'これは、ご家族に届くメールの見本です。お便りは制作中で、ご覧になるにはログインが要ります。ご家族には、ログインしなくても開くリンクが届きます。';

/**
 * Sends an admin this month's mail to a family, as far as the letter has come; it leads to the preview
 * of the letter, which only staff can open.
 * @returns the address
 * @throws AppError 409, 429
 */
export async function sendOwnLetter(rt: Runtime, actor: Actor): Promise<string> {
  const { email } = actor;
  if (email === null) throw conflict(NO_ADDRESS);
  const words = await lookUp(rt, actor);
  await inTransaction(rt, async (tx) => {
    const now = tx.clock.now();
    await takeTry(tx.db, 'testMailsByHost', actor.host.id, now);
    await allowMailTo(tx, 'test', email);
    const { hostName, ...paper } = await readPaper(tx.db, actor.host.id);
    const content = marked(deliveryMail({ ...words, ...paper, offersLine: false }));
    const mail = { kind: 'delivery_test', hostId: actor.host.id, to: email } as const;
    await queueMail(tx, { ...mail, hostName, content });
    await noteOwnLetter(tx.db, actor.host.id, now.toISOString());
    await noteAct(tx, actor, { action: 'delivery.own_sent' });
  });
  return email;
}

/** The sentence of a test mail would promise that all go in this way. */
const marked = ({ subject, paragraphs, ...content }: MailContent): MailContent => ({
  ...content,
  subject: `（見本）${subject}`,
  paragraphs: [OWN_NOTE, ...paragraphs],
});

/** For a resident who has photos, if possible. */
async function lookUp(rt: Runtime, actor: Actor) {
  const yearMonth = yearMonthOf(civilDateOf(rt.clock.now()));
  const { resident, letter } = await readPreview(rt, actor, yearMonth, null);
  if (!resident) throw conflict(NOBODY);
  const own = letter?.items.filter(({ residentId }) => residentId !== null).length ?? 0;
  return {
    familyName: actor.name,
    residentName: resident.name,
    yearMonth,
    holds: {
      ownPhotos: own,
      hasNote: (letter?.note ?? '') !== '',
      hasSharedPhotos: (letter?.items.length ?? 0) > own,
    },
    url: `${rt.env.PUBLIC_URL}${paths.adminLetterPreview(yearMonth, resident.id)}`,
  };
}

const noteOwnLetter = (db: Db, hostId: string, now: string) =>
  db.updateTable('hosts').set({ own_letter_at: now }).where('id', '=', hostId).execute();
