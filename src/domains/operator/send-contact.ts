import type { NewMail } from '#domains/mail/mail.ts';
import { queueMail } from '#domains/mail/outbox.ts';
import { daysBefore } from '#lib/durations.ts';
import { countRows } from '#server/lists.ts';
import { takeTry } from '#server/rate-limit.ts';
import type { Runtime } from '#server/runtime.ts';
import { newId } from '#server/secrets.ts';
import { inTransaction } from '#server/transaction.ts';
import type { ContactInput } from './contact.ts';
import { CONTACT_KEPT_DAYS } from './contact.ts';

/**
 * Stores a contact message and mails it to the operator (contract.md#other).
 * @throws AppError 429 (safety.md#the-settings-behind-it); a failed attempt does not count
 */
export async function sendContact(
  rt: Runtime,
  input: ContactInput,
  { address }: { address: string },
): Promise<void> {
  const { OPERATOR_EMAIL } = rt.env;
  const now = rt.clock.now();
  await inTransaction(rt, async (tx) => {
    await takeTry(tx.db, 'contactByAddress', address, now);
    const row = { id: newId(), ...input, created_at: now.toISOString() };
    await tx.db.insertInto('contacts').values(row).execute();
    if (OPERATOR_EMAIL) await queueMail(tx, mailOf(input, OPERATOR_EMAIL));
  });
}

const mailOf = ({ name, email, body }: ContactInput, to: string): NewMail => ({
  kind: 'contact',
  hostId: null,
  hostName: null,
  to,
  replyTo: email,
  content: {
    subject: 'お問い合わせが届きました',
    paragraphs: [`お名前: ${name}\nメールアドレス: ${email}`, body],
    notes: ['このメールに返信すると、お問い合わせの方に届きます。'],
  },
});

export const listContacts = async ({ db }: Pick<Runtime, 'db'>, limit: number) => ({
  contacts: await db
    .selectFrom('contacts')
    .select(['name', 'email', 'body', 'created_at'])
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(limit)
    .execute(),
  count: await countRows(db.selectFrom('contacts')),
});

export const countNewContacts = ({ db, clock }: Pick<Runtime, 'db' | 'clock'>, days: number) =>
  countRows(db.selectFrom('contacts').where('created_at', '>=', daysBefore(clock.now(), days)));

export const forgetOldContacts = ({ db, clock }: Runtime) =>
  db
    .deleteFrom('contacts')
    .where('created_at', '<', daysBefore(clock.now(), CONTACT_KEPT_DAYS))
    .execute();
