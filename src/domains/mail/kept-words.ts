import type { Expression } from 'kysely';
import { sql } from 'kysely';
import type { Runtime } from '#server/runtime.ts';
import type { Written } from './letterhead.ts';
import { subjectOf, writeMail } from './letterhead.ts';
import type { MailContent } from './mail.ts';

type Parts = Pick<Written, 'text' | 'html'>;

/** Kept in a row of the outbox. Links stand in it as they are. */
export interface Kept extends Written {
  /** What it says, as JSON; empty if it is written out. */
  content: string;
}

/**
 * What a mail says takes a fifth of the room of what is sent, and is written out when it is sent.
 * Servers side by side are updated one by one, and one of the version before sends only what is
 * written out: beside others, mails are kept so.
 * @param sender above the text; null for mails of the product
 */
export const keepMail = (
  { claimant }: Pick<Runtime, 'claimant'>,
  sender: string | null,
  content: MailContent,
): Kept => {
  if (!claimant.isAlone) return { ...writeMail(sender, content), content: '' };
  const said: Said = { sender, ...content };
  return { subject: subjectOf(sender, content), ...FORGOTTEN, content: JSON.stringify(said) };
};

type Said = MailContent & { sender: string | null };

export const FORGOTTEN = { text: '', html: '', content: '' };

export function readMail({ text, html, content }: Omit<Kept, 'subject'>): Parts {
  if (content === '') return { text, html };
  const { sender, ...said } = JSON.parse(content) as Said;
  return writeMail(sender, said);
}

/** Whether a mail or message of the outbox holds a link, by its token. */
export const holds = (token: string | Expression<unknown>) =>
  sql<boolean>`instr(${sql.ref('outbox.text')} || ${sql.ref('outbox.content')}, ${token}) > 0`;
