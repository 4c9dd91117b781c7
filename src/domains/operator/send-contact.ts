import type { Insertable } from 'kysely';
import type { Database } from '#db/schema.ts';
import type { NewMail } from '#domains/mail/mail.ts';
import { queueMail } from '#domains/mail/outbox.ts';
import { DAY_MS } from '#lib/durations.ts';
import type { Db } from '#server/database.ts';
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
    await insertContact(tx.db, { id: newId(), ...input, created_at: now.toISOString() });
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
  contacts: await listNewestContacts(db, limit),
  count: await countContacts(db),
});

export const countNewContacts = ({ db, clock }: Pick<Runtime, 'db' | 'clock'>, days: number) =>
  countContacts(db, new Date(clock.now().getTime() - days * DAY_MS).toISOString());

export const forgetOldContacts = ({ db, clock }: Runtime) =>
  deleteContactsBefore(
    db,
    new Date(clock.now().getTime() - CONTACT_KEPT_DAYS * DAY_MS).toISOString(),
  );

const insertContact = (db: Db, contact: Insertable<Database['contacts']>) =>
  db.insertInto('contacts').values(contact).execute();

const listNewestContacts = (db: Db, limit: number) =>
  db
    .selectFrom('contacts')
    .select(['name', 'email', 'body', 'created_at'])
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(limit)
    .execute();

async function countContacts(db: Db, since = ''): Promise<number> {
  const { n } = await db
    .selectFrom('contacts')
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .where('created_at', '>=', since)
    .executeTakeFirstOrThrow();
  return n;
}

const deleteContactsBefore = (db: Db, instant: string) =>
  db.deleteFrom('contacts').where('created_at', '<', instant).execute();
