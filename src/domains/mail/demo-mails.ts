import type { Channel } from '#db/schema/operations.ts';
import { notFound } from '#lib/errors.ts';
import type { Runtime } from '#server/runtime.ts';
import { readMail } from './kept-words.ts';

interface DemoMail {
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

/**
 * The newest mails of the demo (domain.md#signing-in), or messages by LINE: nobody gets them.
 * @throws AppError 404 elsewhere
 */
export async function readDemoMails(
  { db, isDemo }: Runtime,
  channel: Channel = 'mail',
): Promise<DemoMail[]> {
  if (!isDemo) throw notFound();
  const rows = await db
    .selectFrom('outbox')
    .select(['recipient', 'subject', 'text', 'html', 'content', 'created_at'])
    .where('channel', '=', channel)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(SHOWN)
    .execute();
  return rows.map(({ recipient, subject, created_at, ...words }) => ({
    to: channel === 'mail' ? recipient : 'LINE',
    subject,
    at: created_at,
    text: splitLinks(readMail(words).text),
  }));
}
