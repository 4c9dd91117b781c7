import { defaultTitle } from '#domains/item/month-text.ts';
import { MONTH_MOTIFS } from '#domains/letter/drawing/motifs.ts';
import { pairs } from '#domains/letter/drawing/photo-view.ts';
import { UNFINISHED, finishedOn } from '#domains/letter/drawing/unfinished.ts';
import {
  FACILITY_HEADING,
  addressLine,
  lastHeading,
  residentHeading,
} from '#domains/letter/salutation.ts';
import type { YearMonth } from '#lib/calendar.ts';
import { monthOf } from '#lib/calendar.ts';
import { formatDay, formatMonth, formatYearMonth, formatYearWithEra } from '#lib/format-ja.ts';
import type { Markup } from '#lib/html.ts';
import { escaped, joined, markup } from '#lib/html.ts';
import type { Keepsake, KeptLetter, KeptPhoto } from './archive.ts';
import { missingIn } from './archive.ts';
import { INDEX, letterFile, linkTo } from './file-names.ts';
import { htmlPage, inline, line, missingNotice, page, paragraphs } from './page-html.ts';

interface LetterPage {
  letter: KeptLetter;
  residentName: string;
  folder: string;
  /** null where this letter is the only one. */
  neighbours: { previous: YearMonth | null; next: YearMonth | null } | null;
}

export const motifOf = (yearMonth: YearMonth): Markup =>
  (MONTH_MOTIFS[monthOf(yearMonth) - 1] ?? '') as Markup;

/** A month's letter. */
export function letterHtml(
  { letter, residentName, folder, neighbours }: LetterPage,
  keepsake: Keepsake,
): string {
  const { yearMonth, isLast, photos } = letter;
  const heading = (isLast ? lastHeading : residentHeading)(residentName);
  const own = photos.filter(({ isOwn }) => isOwn);
  const shared = photos.filter(({ isOwn }) => !isOwn);
  const content = page`${masthead(letter, keepsake)}${missingNotice(missingIn([letter]), keepsake.facility)}${greeting(letter, residentName)}${part(heading, letter.note, own, folder)}${part(FACILITY_HEADING, '', shared, folder)}${neighbours ? months(neighbours) : ''}`;
  const title = `${formatYearMonth(yearMonth)}号のお便り・${residentName} 様`;
  return htmlPage({ title, folder, content }, keepsake);
}

const masthead = (
  { yearMonth, isLast, dueOn }: KeptLetter,
  { facility }: Keepsake,
): Markup => page`<header class="head">
<p class="host">${inline(facility.name)}</p>
<div>
<h1><b>${escaped(String(monthOf(yearMonth)))}</b>月号</h1>
<p class="soft">${escaped(formatYearWithEra(yearMonth))}</p>
</div>
${isLast ? '' : motifOf(yearMonth)}
</header>
${dueOn === null ? '' : unfinished(finishedOn(dueOn))}`;

const unfinished = (words: string): Markup =>
  page`<p class="making"><b>${escaped(UNFINISHED)}</b> ${escaped(words)}</p>\n`;

const greeting = ({ yearMonth, title, body }: KeptLetter, residentName: string): Markup =>
  page`<div class="greeting">
<p class="to">${line(addressLine(residentName))}</p>
${[defaultTitle(yearMonth), ''].includes(line(title)) ? '' : page`<h2>${line(title)}</h2>\n`}${paragraphs(body)}</div>
`;

function part(
  heading: string,
  note: string,
  photos: readonly KeptPhoto[],
  folder: string,
): Markup | '' {
  if (photos.length === 0 && note === '') return '';
  const words = note === '' ? '' : page`<div class="note">\n${paragraphs(note)}</div>\n`;
  return page`<section class="part">
<h2>${line(heading)}</h2>
${words}${photos.length === 0 ? '' : album(photos, folder)}</section>
`;
}

const album = (photos: readonly KeptPhoto[], folder: string): Markup =>
  joined(pairs(photos).map((pair) => row(pair, folder)));

const row = ([first, second]: [KeptPhoto, KeptPhoto?], folder: string): Markup =>
  page`<div class="pair">
${figure(first, folder)}${second ? figure(second, folder) : ''}</div>
`;

const figure = (photo: KeptPhoto, folder: string): Markup => page`<figure class="${shapeOf(photo)}">
${photo.file === null ? GONE : picture(photo, linkTo(folder, photo.file))}
<figcaption><p>${caption(photo)}<small>${escaped(formatDay(photo.takenOn, photo.takenOn))}</small></p></figcaption>
</figure>
`;

const GONE = markup`<p class="gone">この写真は、入れることができませんでした。</p>`;

const caption = ({ caption: words }: KeptPhoto): Markup | '' =>
  line(words) === '' ? '' : page`<span>${line(words)}</span> `;

const picture = ({ width, height }: KeptPhoto, href: string): Markup =>
  markup`<a href="${href}"><img src="${href}" width="${width}" height="${height}" alt="写真" loading="lazy"></a>`;

/** Beside each other, prints have about the same height; by steps, to need few rules. */
const STEPS = 20;
const LEAST = 8;
const MOST = 60;

export function shapeOf({ width, height }: Pick<KeptPhoto, 'width' | 'height'>): Markup {
  const step = Math.round((STEPS * width) / height);
  return `r${Math.min(MOST, Math.max(LEAST, step))}` as Markup;
}

/** The rules of all shapes. */
export const shapeRules = (): string =>
  Array.from({ length: MOST - LEAST + 1 }, (_, at) => at + LEAST)
    .map((step) => `.r${step} { flex: ${step / STEPS}; }`)
    .join('\n');

const months = ({ previous, next }: NonNullable<LetterPage['neighbours']>): Markup =>
  page`<nav class="months">
${previous === null ? '' : toMonth(previous, `‹ ${formatMonth(previous)}号`)}<a href="${escaped(INDEX)}">お便りの一覧へ</a>
${next === null ? '' : toMonth(next, `${formatMonth(next)}号 ›`)}</nav>
`;

const toMonth = (yearMonth: YearMonth, words: string): Markup =>
  markup`<a href="${letterFile(yearMonth)}">${words}</a>\n`;
