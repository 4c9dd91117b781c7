import { notFound } from '#lib/errors.ts';
import type { Runtime } from '#server/runtime.ts';
import { listNewestLineMessages, listNewestMails } from './outbox.ts';

interface DemoMail {
  id: string;
  to: string;
  subject: string;
  at: string;
  text: TextPart[];
}

interface TextPart {
  text: string;
  isLink: boolean;
}

export const splitLinks = (text: string): TextPart[] =>
  text
    .split(/(https?:\/\/[\x21-\x7e]+)/)
    .map((part, n) => ({ text: part, isLink: n % 2 === 1 }))
    .filter((part) => part.text !== '');

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

interface DemoLineMessage {
  id: string;
  /** As a notification shows it. */
  summary: string;
  at: string;
  text: TextPart[];
}

/** The same of messages by LINE, which nobody gets. @throws AppError 404 elsewhere */
export async function readDemoLineMessages({ db, isDemo }: Runtime): Promise<DemoLineMessage[]> {
  if (!isDemo) throw notFound();
  const rows = await listNewestLineMessages(db, SHOWN);
  return rows.map(({ id, subject, created_at, text }) => ({
    id,
    summary: subject,
    at: created_at,
    text: splitLinks(text),
  }));
}
