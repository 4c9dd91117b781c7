import type { LineMessage } from '#server/line/line.ts';
import type { Written } from './letterhead.ts';
import { subjectOf, writeMail } from './letterhead.ts';
import type { MailContent } from './mail.ts';

/** Of a row of the outbox: its words are rendered when it is sent. Links stand in them as they are. */
export interface Kept {
  subject: string;
  /** JSON. */
  content: string;
}

/** @param sender above the text; null for mails of the product */
export const keepMail = (sender: string | null, content: MailContent): Kept => ({
  subject: subjectOf(sender, content),
  content: JSON.stringify({ sender, ...content }),
});

type KeptMail = MailContent & { sender: string | null };

type Parts = Pick<Written, 'text' | 'html'>;

/** Mails that an earlier version queued were kept as it had written them. */
export function readMail(content: string): Parts {
  if (content === '') return { text: '', html: '' };
  const kept = JSON.parse(content) as KeptMail | Parts;
  return 'html' in kept ? kept : writeMail(kept.sender, kept);
}

interface LineWords {
  /** What is asked for later, without LINE's form. */
  text: string;
  message: LineMessage;
}

/** @param summary as a notification shows it */
export const keepLine = (summary: string, { text, message }: LineWords): Kept => ({
  subject: summary,
  content: JSON.stringify({ text, message }),
});

export const readLine = (content: string): LineWords => JSON.parse(content) as LineWords;
