import type { LetterSurface } from '#domains/letter/drawing/letter-html.ts';
import {
  OWN_ANSWERS_HEADING,
  letterHtml,
  noteText,
  photoPrint,
  photoRow,
} from '#domains/letter/drawing/letter-html.ts';
import { REPLY_HEADING } from '#domains/letter/answer/answer.ts';
import { PART_RULES, longHint, pairs, partClass } from '#domains/letter/drawing/photo-view.ts';
import type { YearMonth } from '#lib/calendar.ts';
import { formatDay, formatMonth, formatYearMonth } from '#lib/format-ja.ts';
import { sama } from '#lib/honorific.ts';
import type { Markup } from '#lib/html.ts';
import { compose, escaped, joined, markup } from '#lib/html.ts';
import { oneLine, severalLines } from '#lib/text.ts';
import type { Keepsake, KeptAnswer, KeptLetter, KeptPhoto } from './archive.ts';
import { missingIn } from './archive.ts';
import { INDEX, letterFile, linkTo } from './archive-names.ts';
import { htmlPage, inline, missingNotice } from './page-html.ts';

interface LetterPage {
  letter: KeptLetter;
  residentName: string;
  folder: string;
  /** null where this letter is the only one. */
  neighbours: { previous: YearMonth | null; next: YearMonth | null } | null;
}

/** A page with a month's letter. */
export function letterPage(
  { letter, residentName, folder, neighbours }: LetterPage,
  keepsake: Keepsake,
): string {
  const { yearMonth, title, body, note, photos } = letter;
  const surface: LetterSurface = {
    hostName: inline(keepsake.facility.name),
    hostPhone: oneLine(keepsake.facility.phone),
    residentName: oneLine(residentName),
    ownPhotos: album(
      photos.filter(({ isOwn }) => isOwn),
      folder,
    ),
    sharedPhotos: album(
      photos.filter(({ isOwn }) => !isOwn),
      folder,
    ),
    top: missingNotice(missingIn([letter]), keepsake.facility),
  };
  const words = { title: oneLine(title), body: severalLines(body), note: severalLines(note) };
  const content = compose`${letterHtml({ ...letter, ...words }, surface)}${own(letter)}${neighbours && months(neighbours)}`;
  return htmlPage(
    {
      title: `${formatYearMonth(yearMonth)}号のお便り・${sama(residentName, ' ')}`,
      folder,
      content,
    },
    keepsake,
  );
}

const own = ({ answers }: KeptLetter): Markup | '' =>
  answers.length === 0
    ? ''
    : compose`<section class="part">
<h2>${escaped(OWN_ANSWERS_HEADING)}</h2>
${joined(answers.map(oneAnswer))}
</section>
`;

const oneAnswer = ({ body, on, reply }: KeptAnswer): Markup =>
  compose`${noteText(severalLines(body))}<p class="soft">${escaped(formatDay(on, ''))}に届きました</p>${
    reply === undefined
      ? ''
      : compose`<p><b>${escaped(REPLY_HEADING)}</b></p>${noteText(severalLines(reply))}`
  }`;

const album = (photos: readonly KeptPhoto[], folder: string): Markup =>
  joined(pairs(photos.map((photo) => print(photo, folder))).map(photoRow));

function print(photo: KeptPhoto, folder: string): Markup {
  const { file, caption, takenOn } = photo;
  const words = {
    shape: shapeOf(photo),
    caption: oneLine(caption),
    day: formatDay(takenOn, takenOn),
  };
  if (file === null) return photoPrint({ ...words, picture: GONE });
  const href = linkTo(folder, file);
  return photoPrint({ ...words, picture: picture(photo, href), href, hint: longHint(photo) });
}

const GONE = markup`<p class="gone">この写真は、入れることができませんでした。</p>`;

function picture(photo: KeptPhoto, href: string): Markup {
  const { width, height } = photo;
  const part = partClass(photo);
  const image = markup`<img src="${href}" width="${width}" height="${height}" alt="写真" loading="lazy">`;
  return part ? compose`<picture class="${escaped(part)}">${image}</picture>` : image;
}

/** Ratios in hundredths, by steps: one style sheet has the rules of all letters. */
const STEP = 5;
const LEAST = 40;
const MOST = 300;

function shapeOf({ width, height }: Pick<KeptPhoto, 'width' | 'height'>): string {
  const ratio = STEP * Math.round((100 * width) / height / STEP);
  return `r${Math.min(MOST, Math.max(LEAST, ratio))}`;
}

/** The rules of all shapes, and of what is shown in part. */
export const shapeRules = (): string =>
  Array.from({ length: (MOST - LEAST) / STEP + 1 }, (_, at) => LEAST + STEP * at)
    .map((ratio) => `.r${ratio} { --ratio: ${ratio / 100}; }`)
    .concat(PART_RULES, '@media print{.screen{display:none}}')
    .join('\n');

const months = ({ previous, next }: NonNullable<LetterPage['neighbours']>): Markup =>
  compose`<nav class="months">
${previous === null ? '' : toMonth(previous, `‹ ${formatMonth(previous)}号`)}<a href="${escaped(INDEX)}">お便りの一覧へ</a>
${next === null ? '' : toMonth(next, `${formatMonth(next)}号 ›`)}</nav>
`;

const toMonth = (yearMonth: YearMonth, words: string): Markup =>
  markup`<a href="${letterFile(yearMonth)}">${words}</a>\n`;
