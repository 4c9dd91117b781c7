import { oneLine } from '#lib/text.ts';
import { asHtml } from './letterhead.html.ts';
import type { MailContent } from './mail.ts';

export interface Written {
  subject: string;
  text: string;
  html: string;
}

const PRODUCT = 'つきだより';
const RULE = '─'.repeat(16);

/** Renders plain text and simple HTML, without pictures or tracking. */
export function writeMail(sender: string | null, content: MailContent): Written {
  const paper = onPaper(sender, content);
  return {
    subject: `【${paper.from}】${paper.subject}`,
    text: asText(paper),
    html: asHtml(paper),
  };
}

export function onPaper(sender: string | null, content: MailContent): Letterpaper {
  const from = oneLine(sender ?? PRODUCT);
  const { isQuiet = false } = content;
  return { ...tidy(content), isQuiet, from, product: from === PRODUCT ? null : PRODUCT };
}

export interface Letterpaper extends MailContent {
  moreButtons: { label: string; url: string }[];
  notes: string[];
  from: string;
  /** null if it is the sender. */
  product: string | null;
}

/** A line break in a user's text must not look like our own paragraph. */
const lines = (text: string): string =>
  text
    .split(/\r\n|\r|\n/)
    .map(oneLine)
    .join('\n');

const tidyButton = ({ label, url }: { label: string; url: string }) => ({
  label: oneLine(label),
  url,
});

const tidy = ({
  subject,
  greeting,
  paragraphs,
  button,
  moreButtons = [],
  signature,
  notes = [],
}: MailContent) => ({
  subject: oneLine(subject),
  ...(greeting !== undefined && { greeting: oneLine(greeting) }),
  paragraphs: paragraphs.map(lines),
  ...(button && { button: tidyButton(button) }),
  moreButtons: moreButtons.map(tidyButton),
  ...(signature !== undefined && { signature: lines(signature) }),
  notes: notes.map(lines),
});

function asText({
  greeting,
  paragraphs,
  button,
  moreButtons,
  signature,
  notes,
  from,
  product,
}: Letterpaper): string {
  const parts = [
    greeting,
    ...paragraphs,
    // On its own line, so that mail programs find its end.
    ...[button, ...moreButtons].map((one) => one && `▼ ${one.label}\n${one.url}`),
    signature,
    notes.length > 0 && notes.map((note) => `※ ${note}`).join('\n'),
    [RULE, from, product, 'このメールは自動でお送りしています。'].filter(Boolean).join('\n'),
  ];
  return `${parts.filter(Boolean).join('\n\n')}\n`;
}
