import { oneLine } from '../../lib/text.ts';
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
  const paper = onPaper(sender, content);
  return {
    subject: `【${paper.from}】${paper.subject}`,
    text: asText(paper),
    html: asHtml(paper),
  };
}

/** The words as they stand on the paper, for a page that shows what the mail will look like. */
export function onPaper(sender: string | null, content: MailContent): Letterpaper {
  const from = oneLine(sender ?? PRODUCT);
  return { ...tidy(content), from, product: from === PRODUCT ? null : PRODUCT };
}

/** A mail's words and whose paper they are on. */
export interface Letterpaper extends MailContent {
  notes: string[];
  from: string;
  /** Named as well, unless it is the sender itself. */
  product: string | null;
}

/** Names come from people: a line break in one must not look like a paragraph of ours. */
const lines = (text: string): string =>
  text
    .split(/\r\n|\r|\n/)
    .map(oneLine)
    .join('\n');

const tidy = ({ subject, greeting, paragraphs, button, signature, notes = [] }: MailContent) => ({
  subject: oneLine(subject),
  ...(greeting !== undefined && { greeting: oneLine(greeting) }),
  paragraphs: paragraphs.map(lines),
  ...(button && { button: { label: oneLine(button.label), url: button.url } }),
  ...(signature !== undefined && { signature: lines(signature) }),
  notes: notes.map(lines),
});

function asText({
  greeting,
  paragraphs,
  button,
  signature,
  notes,
  from,
  product,
}: Letterpaper): string {
  const parts = [
    greeting,
    ...paragraphs,
    // An address of its own line, so that every mail program finds its end.
    button && `▼ ${button.label}\n${button.url}`,
    signature,
    notes.length > 0 && notes.map((note) => `※ ${note}`).join('\n'),
    [RULE, from, product, 'このメールは自動でお送りしています。'].filter(Boolean).join('\n'),
  ];
  return `${parts.filter(Boolean).join('\n\n')}\n`;
}
