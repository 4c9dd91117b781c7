import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { formatPostcode } from '#domains/facility/postcode.ts';
import { formatDay } from '#lib/format-ja.ts';
import type { Markup } from '#lib/html.ts';
import { escaped, joined, markup } from '#lib/html.ts';
import { oneLine, severalLines } from '#lib/text.ts';
import { ROOT } from '#server/root.ts';
import type { Keepsake, KeptFacility } from './archive.ts';
import { STYLE, linkTo } from './file-names.ts';
import { shapeRules } from './letter-html.ts';

/**
 * Pages that open from a folder, without a network and without us: HTML5, no script, one style
 * sheet, relative links only.
 */

/** A text in a line of its own, or within one whatever direction it is written in. */
export const line = (text: string): Markup => escaped(oneLine(text));
export const inline = (text: string): Markup => `<bdi>${line(text)}</bdi>` as Markup;

/** Each line as a paragraph. */
export const paragraphs = (text: string): Markup =>
  joined(
    severalLines(text)
      .split('\n')
      .map((one) => one.trim())
      .filter((one) => one !== '')
      .map((one) => markup`<p>${one}</p>\n`),
  );

/** Puts pieces together that are markup already. */
export const page = (parts: TemplateStringsArray, ...values: readonly (Markup | '')[]): Markup =>
  String.raw({ raw: parts }, ...values) as Markup;

interface Page {
  title: string;
  /** With its slash, or empty: where the page lies. */
  folder: string;
  content: Markup;
}

export const htmlPage = (
  { title, folder, content }: Page,
  { facility, madeOn }: Keepsake,
): string =>
  page`<!DOCTYPE html>
<html lang="ja">
<head>
<meta charset="utf-8">
<title>${line(title)}</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="stylesheet" href="${escaped(linkTo(folder, STYLE))}">
</head>
<body>
<main class="sheet">
${content}
</main>
<footer class="foot">
${sender(facility)}
<p>${escaped(savedOn(madeOn))}</p>
</footer>
</body>
</html>
`;

const savedOn = (day: string): string => `${formatDay(day, '')}に、つきだよりから保存しました。`;

function sender({ name, postcode, address, phone }: KeptFacility): Markup {
  const code = postcode === '' ? '' : `〒${formatPostcode(postcode)} `;
  const lines = [
    page`<p><b>${inline(name)}</b></p>`,
    ...(address === '' ? [] : [page`<p>${line(code + address)}</p>`]),
    ...(phone === '' ? [] : [page`<p>電話 ${line(phone)}</p>`]),
  ];
  return lines.join('\n') as Markup;
}

/** Whom to ask for photos that are not there. */
export const missingNotice = (count: number, { name, phone }: KeptFacility): Markup | '' =>
  count === 0
    ? ''
    : page`<div class="gone">
<p>写真${escaped(String(count))}枚を入れることができませんでした。ほかのものは、すべて入っています。</p>
<p>申し訳ありません。お手数ですが、${inline(name)}${phone === '' ? '' : page`（電話 ${line(phone)}）`}へ「保存したお便りに、入っていない写真がある」とお知らせください。</p>
</div>
`;

const FILES = [
  'tokens.css',
  ...['page.css', 'letter.css', 'shelf.css', 'wide.css'].map((name) => `archive/${name}`),
];
const COMMENT = /\/\*[^*]*\*+(?:[^/*][^*]*\*+)*\/\n?/g;

const readRules = async (name: string): Promise<string> =>
  (await readFile(path.join(ROOT, 'src/styles', name), 'utf8')).replace(COMMENT, '');

let known: string | undefined;

/** The one style sheet of an archive. */
export async function archiveStyle(): Promise<string> {
  if (known !== undefined) return known;
  const rules = await Promise.all(FILES.map(readRules));
  rules.push(`@media (min-width: 540px), print {\n${shapeRules()}\n}\n`);
  rules.push(await readRules('archive/print.css'));
  return (known = rules.join('\n'));
}
