import type { Acting } from '#domains/audit/audit.ts';
import { noteAct } from '#domains/audit/record-event.ts';
import { conflict, notFound } from '#lib/errors.ts';
import type { Db } from '#server/database.ts';
import { countRows, orNone } from '#server/lists.ts';
import type { Runtime } from '#server/runtime.ts';
import { inTransaction } from '#server/transaction.ts';
import type { FailedMails } from './failed-mails.ts';
import { MAX_FAILED_MAILS, shortSubject } from './failed-mails.ts';
import { mailTraits } from './mail.ts';
import { failedOf, requeueMail } from './outbox.ts';

/** For admins: mails that could not be sent within a day. */
export async function readFailedMails({ db }: Runtime, { host }: Acting): Promise<FailedMails> {
  const rows = await failedOf(db, host.id)
    .select(['id', 'kind', 'recipient', 'subject', 'last_error', 'created_at', 'fault'])
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(MAX_FAILED_MAILS)
    .execute();
  const wrong = rows.flatMap(({ fault, recipient }) => (fault === 'address' ? [recipient] : []));
  const families = wrong.length === 0 ? [] : await listFamiliesAt(db, host.id, wrong);
  const mails = rows.map(({ id, kind, recipient, subject, last_error, created_at, fault }) => ({
    id,
    to: recipient,
    subject: shortSubject(subject),
    reason: last_error ?? '',
    at: created_at,
    advice: mailTraits(kind).instead ?? null,
    fault,
    toCorrect: families.flatMap(({ email, ...family }) =>
      fault === 'address' && email === recipient ? [family] : [],
    ),
  }));
  const count =
    mails.length < MAX_FAILED_MAILS ? mails.length : await countRows(failedOf(db, host.id));
  return { mails, count };
}

/** Retries for another day. @throws AppError 404; 409 for an expired link */
export const retryFailedMail = (rt: Runtime, actor: Acting, id: string): Promise<void> =>
  inTransaction(rt, async (tx) => {
    const { host } = actor;
    const mail = await failedOf(tx.db, host.id)
      .select('kind')
      .where('id', '=', id)
      .executeTakeFirst();
    if (!mail) throw gone();
    const advice = mailTraits(mail.kind).instead;
    if (advice !== undefined) throw conflict(advice);
    await requeueMail(tx.db, { id, host_id: host.id }, tx.clock.now().toISOString());
    await noteAct(tx, actor, { action: 'mail.retried', target: id });
  });

export const dismissFailedMail = (rt: Runtime, actor: Acting, id: string): Promise<void> =>
  inTransaction(rt, async (tx) => {
    const { numDeletedRows } = await deleteFailedMail(tx.db, actor.host.id, id);
    if (numDeletedRows === 0n) throw gone();
    await noteAct(tx, actor, { action: 'mail.dismissed', target: id });
  });

/** Also after a second click. */
const gone = () =>
  notFound('このメールは一覧にありません。すでに送り直したか、削除したものかもしれません。');

/** Those that still have one of these addresses. */
const listFamiliesAt = (db: Db, hostId: string, emails: readonly string[]) =>
  db
    .selectFrom('families')
    .select(['id', 'name', 'email'])
    .where('host_id', '=', hostId)
    .where('email', 'in', orNone(emails))
    .orderBy('name_kana')
    .orderBy('id')
    .execute();

const deleteFailedMail = (db: Db, hostId: string, id: string) =>
  db
    .deleteFrom('outbox')
    .where((eb) => eb.and({ host_id: hostId, id, channel: 'mail', state: 'failed' }))
    .executeTakeFirst();
