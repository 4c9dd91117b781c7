import type { MailContent } from './mail.ts';

export interface Written {
  subject: string;
  text: string;
  html: string;
}

const PRODUCT = 'つきだより';

/** Puts words on our paper: plain text, and the same as simple HTML without pictures or tracking. */
export function writeMail(sender: string | null, content: MailContent): Written {
  const from = sender ?? PRODUCT;
  return {
    subject: `【${from}】${content.subject}`,
    text: asText(from, content),
    html: asHtml(from, content),
  };
}

function asText(from: string, { greeting, paragraphs, button, notes = [] }: MailContent): string {
  const parts = [
    greeting,
    ...paragraphs,
    button && `${button.label}\n${button.url}`,
    ...notes.map((note) => `※${note}`),
    `--\n${signatureOf(from)}`,
  ];
  return `${parts.filter(Boolean).join('\n\n')}\n`;
}

const signatureOf = (from: string): string =>
  from === PRODUCT ? PRODUCT : `${from}（${PRODUCT}）`;

function asHtml(from: string, { greeting, paragraphs, button, notes = [] }: MailContent): string {
  const parts = [
    ...[greeting, ...paragraphs].filter((text) => text !== undefined).map((text) => p(text)),
    button &&
      `<p><a href="${escape(button.url)}">${escape(button.label)}</a></p><p>${escape(button.url)}</p>`,
    ...notes.map((note) => p(`※${note}`)),
    `<hr>${p(signatureOf(from))}`,
  ];
  return `<!doctype html><html lang="ja"><body>${parts.filter(Boolean).join('')}</body></html>`;
}

const p = (text: string): string => `<p>${escape(text).replaceAll('\n', '<br>')}</p>`;

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

const escape = (text: string): string => text.replace(/[&<>"]/g, (char) => ENTITIES[char] ?? char);
