import type { Channel } from '#db/schema/operations.ts';
import { notFound } from '#lib/errors.ts';
import type { Db } from '#server/database.ts';
import type { Runtime } from '#server/runtime.ts';
import { readMail } from './kept-words.ts';

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

const splitLinks = (text: string): TextPart[] =>
  text
    .split(/(https?:\/\/[\x21-\x7e]+)/)
    .map((part, n) => ({ text: part, isLink: n % 2 === 1 }))
    .filter((part) => part.text !== '');

const SHOWN = 50;

/** The newest mails of the demo (domain.md#signing-in). @throws AppError 404 elsewhere */
export async function readDemoMails({ db, isDemo }: Runtime): Promise<DemoMail[]> {
  if (!isDemo) throw notFound();
  const rows = await listNewest(db, 'mail');
  return rows.map(({ id, recipient, subject, created_at, ...words }) => ({
    id,
    to: recipient,
    subject,
    at: created_at,
    text: splitLinks(readMail(words).text),
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
  const rows = await listNewest(db, 'line');
  return rows.map(({ id, subject, created_at, text }) => ({
    id,
    summary: subject,
    at: created_at,
    text: splitLinks(text),
  }));
}

const listNewest = (db: Db, channel: Channel) =>
  db
    .selectFrom('outbox')
    .select(['id', 'recipient', 'subject', 'text', 'html', 'content', 'created_at'])
    .where('channel', '=', channel)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(SHOWN)
    .execute();
