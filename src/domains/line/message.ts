import type { Kept } from '#domains/mail/kept-words.ts';
import type { LineMessage } from '#server/line/line.ts';

/** A message as people see it in the chat; also for a preview. */
export interface LineWords {
  /** The first line of a notification, and all that a watch shows. */
  summary: string;
  /** Small, above: whose message it is. */
  sender: string;
  title: string;
  paragraphs: string[];
  buttons: { label: string; url: string }[];
  notes: string[];
  /** Without the product's orange. */
  isQuiet?: boolean;
}

/** LINE's limits, in UTF-16 units. */
const SUMMARY_MAX = 400;
const LABEL_MAX = 40;
const URL_MAX = 1000;

const cut = (text: string, most: number): string =>
  text.length <= most ? text : `${text.slice(0, most - 1).replace(/[\ud800-\udbff]$/, '')}…`;

const line = (text: string, more: object = {}) => ({ type: 'text', text, wrap: true, ...more });

const button =
  (isQuiet: boolean) =>
  ({ label, url }: LineWords['buttons'][number]) => ({
    type: 'button',
    style: isQuiet ? 'secondary' : 'primary',
    ...(!isQuiet && { color: '#b04a00' }),
    height: 'md',
    action: { type: 'uri', label: cut(label, LABEL_MAX), uri: url.slice(0, URL_MAX) },
  });

/** As LINE draws it: one bubble, with a button for each letter and no picture. */
export const toLineMessage = (words: LineWords): LineMessage => ({
  type: 'flex',
  altText: cut(words.summary, SUMMARY_MAX),
  contents: {
    type: 'bubble',
    body: {
      type: 'box',
      layout: 'vertical',
      spacing: 'md',
      contents: [
        line(words.sender, { size: 'sm', color: '#6b5d52' }),
        line(words.title, { size: 'lg', weight: 'bold' }),
        ...words.paragraphs.map((text) => line(text)),
        ...words.notes.map((text) => line(text, { size: 'sm', color: '#6b5d52' })),
      ],
    },
    ...(words.buttons.length > 0 && {
      footer: {
        type: 'box',
        layout: 'vertical',
        spacing: 'sm',
        contents: words.buttons.map(button(words.isQuiet ?? false)),
      },
    }),
  },
});

/** The same in plain text, as it is kept until it is sent. */
const toPlainText = ({ sender, title, paragraphs, buttons, notes }: LineWords): string =>
  [
    sender,
    title,
    ...paragraphs,
    ...buttons.map(({ label, url }) => `▼ ${label}\n${url}`),
    ...notes,
  ].join('\n\n');

/** As the outbox keeps it. */
export const keepLine = (words: LineWords): Kept => ({
  subject: words.summary,
  text: toPlainText(words),
  html: JSON.stringify(toLineMessage(words)),
  content: '',
});

export const textMessage = (text: string): LineMessage => ({ type: 'text', text });
