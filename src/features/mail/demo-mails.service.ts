import { notFound } from '#lib/errors.ts';
import type { Runtime } from '#server/runtime.ts';
import type { DemoMail } from './demo-mails.ts';
import { splitLinks } from './demo-mails.ts';
import { listNewestMails } from './outbox.repository.ts';

const SHOWN = 50;

/** The newest mails of the demo (domain.md#signing-in). @throws AppError 404 elsewhere */
export async function readDemoMails({ db, isDemo }: Runtime): Promise<DemoMail[]> {
  if (!isDemo) throw notFound();
  const rows = await listNewestMails(db, SHOWN);
  return rows.map(({ id, recipient, subject, created_at, text }) => ({
    id,
    to: recipient,
    subject,
    at: created_at,
    text: splitLinks(text),
  }));
}
