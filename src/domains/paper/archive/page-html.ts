import { formatPostcode } from '#domains/facility/postcode.ts';
import { formatDay } from '#lib/format-ja.ts';
import type { Markup } from '#lib/html.ts';
import { compose, escaped } from '#lib/html.ts';
import { oneLine } from '#lib/text.ts';
import type { Keepsake, KeptFacility } from './archive.ts';
import { STYLE, linkTo } from './archive-names.ts';

/**
 * Pages that open from a folder, without a network and without us: HTML5, no script, one style
 * sheet, relative links only.
 */

/** A text in a line of its own, or within one whatever direction it is written in. */
export const line = (text: string): Markup => escaped(oneLine(text));
export const inline = (text: string): Markup => `<bdi>${line(text)}</bdi>` as Markup;

/** Only the built server has the model and registers it: what a command exports has no breaks. */
let withBreaks = (html: string): string => html;
export function registerPhrases(withPhrases: typeof withBreaks): void {
  withBreaks = withPhrases;
}

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
  withBreaks(compose`<!DOCTYPE html>
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
`);

const savedOn = (day: string): string => `${formatDay(day, '')}に、つきだよりから保存しました。`;

function sender({ name, postcode, address, phone }: KeptFacility): Markup {
  const code = postcode === '' ? '' : `〒${formatPostcode(postcode)} `;
  const lines = [
    compose`<p><b>${inline(name)}</b></p>`,
    ...(address === '' ? [] : [compose`<p>${line(code + address)}</p>`]),
    ...(phone === '' ? [] : [compose`<p>電話 ${line(phone)}</p>`]),
  ];
  return lines.join('\n') as Markup;
}

/** Whom to ask for photos that are not there. */
export const missingNotice = (count: number, { name, phone }: KeptFacility): Markup | '' =>
  count === 0
    ? ''
    : compose`<div class="gone">
<p>写真${escaped(String(count))}枚を入れることができませんでした。ほかのものは、すべて入っています。</p>
<p>申し訳ありません。お手数ですが、${inline(name)}${phone === '' ? '' : compose`（電話 ${line(phone)}）`}へ「保存したお便りに、入っていない写真がある」とお知らせください。</p>
</div>
`;
