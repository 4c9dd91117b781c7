import { escaped } from '#lib/html.ts';
import { oneLine } from '#lib/text.ts';
import type { MailContent } from './mail.ts';

export interface Written {
  subject: string;
  text: string;
  html: string;
}

const PRODUCT = 'つきだより';
const RULE = '─'.repeat(16);
/** Not below condolences. */
const AUTOMATIC = 'このメールは自動でお送りしています。';

/** Renders plain text and simple HTML, without pictures or tracking. */
export function writeMail(sender: string | null, content: MailContent): Written {
  const paper = onPaper(sender, content);
  return {
    subject: subjectOf(sender, content),
    text: asText(paper),
    html: asHtml(paper),
  };
}

const fromOf = (sender: string | null): string => oneLine(sender ?? PRODUCT);

export const subjectOf = (sender: string | null, { subject }: MailContent): string =>
  `【${fromOf(sender)}】${oneLine(subject)}`;

export function onPaper(sender: string | null, content: MailContent): Letterpaper {
  const from = fromOf(sender);
  const { isQuiet = false } = content;
  return { ...tidy(content), isQuiet, from, product: from === PRODUCT ? null : PRODUCT };
}

export interface Letterpaper extends MailContent {
  moreButtons: { label: string; url: string }[];
  notes: string[];
  footLinks: { label: string; url: string }[];
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
  footLinks = [],
}: MailContent) => ({
  subject: oneLine(subject),
  ...(greeting !== undefined && { greeting: oneLine(greeting) }),
  paragraphs: paragraphs.map(lines),
  ...(button && { button: tidyButton(button) }),
  moreButtons: moreButtons.map(tidyButton),
  ...(signature !== undefined && { signature: lines(signature) }),
  notes: notes.map(lines),
  footLinks: footLinks.map(tidyButton),
});

function asText({
  greeting,
  paragraphs,
  button,
  moreButtons,
  signature,
  notes,
  footLinks,
  from,
  product,
  isQuiet,
}: Letterpaper): string {
  const parts = [
    greeting,
    ...paragraphs,
    // On its own line, so that mail programs find its end.
    ...[button, ...moreButtons].map((one) => one && `▼ ${one.label}\n${one.url}`),
    signature,
    notes.length > 0 && notes.map((note) => `※ ${note}`).join('\n'),
    [RULE, from, product, !isQuiet && AUTOMATIC].filter(Boolean).join('\n'),
    ...footLinks.map(({ label, url }) => `${label}\n${url}`),
  ];
  return `${parts.filter(Boolean).join('\n\n')}\n`;
}

/** For twenty years of mail programs. Texts set both colours, so that dark modes invert both. */
const PAGE = '#fbf5ea';
const PAPER = '#ffffff';
const INK = '#33291f';
const SOFT = '#5b4836';
const ORANGE = '#b84a00';
const LINE = '#efdfc6';
const GOTHIC =
  "'Hiragino Sans','Hiragino Kaku Gothic ProN','Noto Sans JP','Yu Gothic',Meiryo,sans-serif";
const MINCHO = "'Hiragino Mincho ProN','Noto Serif JP','Yu Mincho','MS PMincho',serif";
const TEXT = `font-family:${GOTHIC};font-size:17px;line-height:1.9;word-break:auto-phrase;color:${INK};`;
const SMALL = `font-family:${GOTHIC};font-size:15px;line-height:1.8;word-break:auto-phrase;color:${SOFT};`;
/** Where the sender says so (lib/phrases.ts). */
const PHRASES = 'word-break:keep-all;word-break:auto-phrase;';
const TABLE = 'role="presentation" border="0" cellpadding="0" cellspacing="0"';

/** No pictures, no scripts, nothing loaded. */
const asHtml = (paper: Letterpaper): string =>
  paper.isQuiet ? htmlOf(paper).replaceAll(ORANGE, SOFT) : htmlOf(paper);

function htmlOf(paper: Letterpaper): string {
  const title = escaped(paper.subject);
  return [
    '<!doctype html>',
    '<html lang="ja"><head><meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width,initial-scale=1">',
    '<meta name="color-scheme" content="light"><meta name="supported-color-schemes" content="light">',
    '<meta name="format-detection" content="telephone=no,date=no,address=no,email=no">',
    `<title>${title}</title></head>`,
    `<body style="margin:0;padding:0;background:${PAGE};color:${INK};-webkit-text-size-adjust:100%">`,
    `<table ${TABLE} width="100%" bgcolor="${PAGE}" style="background:${PAGE}"><tr>`,
    '<td align="center" style="padding:24px 12px">',
    // Outlook ignores max-width.
    '<!--[if mso]><table width="560" align="center"><tr><td><![endif]-->',
    `<table ${TABLE} width="100%" style="max-width:560px;table-layout:fixed">`,
    letterhead(paper),
    sheet(paper),
    foot(paper),
    '</table>',
    '<!--[if mso]></td></tr></table><![endif]-->',
    '</td></tr></table></body></html>\n',
  ].join('\n');
}

const letterhead = ({ from }: Letterpaper): string =>
  `<tr><td align="center" style="padding:4px 8px 16px;font-family:${MINCHO};font-size:20px;` +
  `line-height:1.5;letter-spacing:1px;word-break:keep-all;color:${ORANGE};${BREAK}">${escaped(from)}</td></tr>`;

const sheet = (paper: Letterpaper): string =>
  [
    `<tr><td height="4" bgcolor="${ORANGE}" style="background:${ORANGE};font-size:0;line-height:4px">&nbsp;</td></tr>`,
    `<tr><td bgcolor="${PAPER}" style="padding:28px 22px 24px;background:${PAPER};` +
      `border:1px solid ${LINE};border-top:0;${BREAK}">`,
    `<h1 style="margin:0 0 22px;font-family:${MINCHO};font-size:23px;font-weight:bold;` +
      `line-height:1.5;${PHRASES}color:${INK}">${escaped(paper.subject)}</h1>`,
    ...(paper.greeting === undefined ? [] : [p(paper.greeting, TEXT)]),
    ...paper.paragraphs.map((text) => p(text, TEXT)),
    paper.button ? press(paper.button) : '',
    ...paper.moreButtons.map(press),
    paper.signature ? p(paper.signature, TEXT) : '',
    ...(paper.notes.length > 0 ? [notes(paper.notes)] : []),
    '</td></tr>',
  ].join('\n');

/** With the URL below, for programs that do not show buttons. */
const press = ({ label, url }: { label: string; url: string }): string =>
  [
    `<table ${TABLE} width="100%" style="table-layout:fixed"><tr><td align="center" style="padding:10px 0 22px">`,
    `<table ${TABLE}><tr><td align="center" bgcolor="${ORANGE}" style="background:${ORANGE};border-radius:10px">`,
    `<a href="${escaped(url)}" style="display:inline-block;padding:14px 24px;${PHRASES}font-family:${GOTHIC};` +
      `font-size:18px;font-weight:bold;line-height:1.4;color:${PAPER};text-decoration:none;` +
      `border:1px solid ${ORANGE};border-radius:10px">${escaped(label)}</a>`,
    '</td></tr></table></td></tr></table>',
    `<p style="margin:0 0 20px;${SMALL}">ボタンを押せないときは、こちらのアドレスを開いてください。<br>` +
      `<a href="${escaped(url)}" style="color:${ORANGE};word-break:break-all">${escaped(url)}</a></p>`,
  ].join('\n');

const notes = (texts: string[]): string =>
  `<table ${TABLE} width="100%"><tr><td style="padding:16px 0 0;border-top:1px solid ${LINE}">` +
  `${texts.map((text) => p(text, SMALL, 8)).join('')}</td></tr></table>`;

const foot = ({ from, product, footLinks, isQuiet }: Letterpaper): string =>
  `<tr><td align="center" style="padding:18px 8px 8px;${SMALL}${BREAK}">` +
  escaped(product === null ? from : `${from}　${product}`) +
  `${isQuiet ? '' : `<br>${AUTOMATIC}`}${footLinks.map(small).join('')}</td></tr>`;

const small = ({ label, url }: { label: string; url: string }): string =>
  `<br><a href="${escaped(url)}" style="color:${SOFT}">${escaped(label)}</a>`;

const p = (text: string, style: string, below = 18): string =>
  `<p style="margin:0 0 ${below}px;${style}">${escaped(text).replaceAll('\n', '<br>')}</p>`;

/** Long words must not widen the mail on a phone. */
const BREAK = 'word-wrap:break-word;overflow-wrap:anywhere;';
