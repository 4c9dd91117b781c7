import { asHtml } from './letterhead.html.ts';
import type { MailContent } from './mail.ts';

export interface Written {
  subject: string;
  text: string;
  html: string;
}

const PRODUCT = 'つきだより';
const RULE = '─'.repeat(16);

/** Puts words on our paper: plain text, and the same as simple HTML without pictures or tracking. */
export function writeMail(sender: string | null, content: MailContent): Written {
  const from = oneLine(sender ?? PRODUCT);
  const paper = { ...tidy(content), from, product: from === PRODUCT ? null : PRODUCT };
  return {
    subject: `【${from}】${paper.subject}`,
    text: asText(paper),
    html: asHtml(paper),
  };
}

/** A mail's words and whose paper they are on. */
export interface Letterpaper extends MailContent {
  notes: string[];
  from: string;
  /** Named as well, unless it is the sender itself. */
  product: string | null;
}

/** Names come from people: a line break in one must not look like a paragraph of ours. */
const oneLine = (text: string): string => text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim();
const lines = (text: string): string =>
  text
    .split(/\r\n|\r|\n/)
    .map(oneLine)
    .join('\n');

const tidy = ({ subject, greeting, paragraphs, button, notes = [] }: MailContent) => ({
  subject: oneLine(subject),
  ...(greeting !== undefined && { greeting: oneLine(greeting) }),
  paragraphs: paragraphs.map(lines),
  ...(button && { button: { label: oneLine(button.label), url: button.url } }),
  notes: notes.map(lines),
});

function asText({ greeting, paragraphs, button, notes, from, product }: Letterpaper): string {
  const parts = [
    greeting,
    ...paragraphs,
    // An address of its own line, so that every mail program finds its end.
    button && `▼ ${button.label}\n${button.url}`,
    notes.length > 0 && notes.map((note) => `※ ${note}`).join('\n'),
    [RULE, from, product, 'このメールは自動でお送りしています。'].filter(Boolean).join('\n'),
  ];
  return `${parts.filter(Boolean).join('\n\n')}\n`;
}
