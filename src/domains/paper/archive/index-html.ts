import { ownTitle } from '#domains/item/month-text.ts';
import { motifOf } from '#domains/letter/drawing/motifs.ts';
import { partClass } from '#domains/letter/drawing/photo-view.ts';
import { UNFINISHED } from '#domains/letter/drawing/in-the-making.ts';
import { RESIDENT_FACTS } from '#domains/people/resident-facts.ts';
import type { YearMonth } from '#lib/calendar.ts';
import { monthOf, yearOf } from '#lib/calendar.ts';
import { formatYearMonth, formatYearWithEra } from '#lib/format-ja.ts';
import { sama } from '#lib/honorific.ts';
import type { Markup } from '#lib/html.ts';
import { compose, escaped, joined, markup } from '#lib/html.ts';
import type { Keepsake, KeptLetter } from './archive.ts';
import { missingIn } from './archive.ts';
import {
  CONSENTS_LIST,
  FAMILIES_LIST,
  INDEX,
  RESIDENTS_LIST,
  letterFile,
  linkTo,
} from './archive-names.ts';
import { htmlPage, inline, line, missingNotice } from './page-html.ts';

interface ShelfPage {
  letters: readonly KeptLetter[];
  residentName: string;
  /** null for all years. */
  year: number | null;
  folder: string;
  /** Whether other residents are in the archive too. */
  isOneOfMany: boolean;
}

/** The letters of a resident, month by month. */
export function shelfHtml(
  { letters, residentName, year, folder, isOneOfMany }: ShelfPage,
  keepsake: Keepsake,
): string {
  const heading = `${sama(residentName, ' ')}の${year === null ? '' : `${year}年の`}お便り`;
  const years = [...new Set(letters.map(({ yearMonth }) => yearOf(yearMonth)))];
  const ofYear = (one: number) => letters.filter(({ yearMonth }) => yearOf(yearMonth) === one);
  const content = compose`${top(heading, keepsake)}${missingNotice(missingIn(letters), keepsake.facility)}${joined(
    years.map(
      (one) => compose`<section class="year">
<h2>${escaped(formatYearWithEra(one * 100 + 12))}</h2>
<ul class="cards">
${joined(ofYear(one).map((letter) => card(letter, folder)))}</ul>
</section>
`,
    ),
  )}${isOneOfMany ? UP : ''}`;
  return htmlPage({ title: heading, folder, content }, keepsake);
}

const UP = markup`<nav class="months">\n<a href="../${INDEX}">ほかの方のお便りへ</a>\n</nav>\n`;

const top = (heading: string, { facility }: Keepsake): Markup => compose`<header class="head">
<p class="host">${inline(facility.name)}</p>
<h1 class="words">${line(heading)}</h1>
</header>
`;

function card(letter: KeptLetter, folder: string): Markup {
  const { yearMonth, dueOn, photos } = letter;
  const title = line(ownTitle(letter));
  const own = title === '' ? '' : compose`<span>${title}</span> `;
  const count = photos.length > 0 ? `写真${photos.length}枚` : 'お便りのみ';
  const making = dueOn === null ? '' : markup`<span class="making"><b>${UNFINISHED}</b></span> `;
  return compose`<li><a href="${escaped(letterFile(yearMonth))}">${cover(letter, folder)}
<b><span class="month">${escaped(String(monthOf(yearMonth)))}</span>月号</b> ${making}${own}<small>${escaped(count)}</small></a></li>
`;
}

function cover({ yearMonth, cover: photo }: KeptLetter, folder: string): Markup {
  if (photo === null || photo.file === null)
    return compose`<span class="mat">${motifOf(yearMonth)}</span>`;
  const { width, height } = photo;
  const part = partClass(photo);
  const mat = part ? `mat ${part}-mat` : 'mat';
  return markup`<span class="${mat}"><img src="${linkTo(folder, photo.file)}" width="${width}" height="${height}" alt="" loading="lazy"></span>`;
}

/** One resident on the first page of a facility's archive. */
export interface KeptResident {
  name: string;
  room: string | null;
  /** null without letters. */
  folder: string | null;
  first: YearMonth | null;
  last: YearMonth | null;
  letters: number;
}

/** The first page of a facility's archive. */
export function facilityHtml(
  { residents, missing }: { residents: readonly KeptResident[]; missing: number },
  keepsake: Keepsake,
): string {
  const content = compose`${top('お便りと名簿', keepsake)}${missing === 0 ? '' : markup`<p class="gone">写真${missing}枚を入れることができませんでした。どの写真かは、それぞれのお便りに書いてあります。サーバーの運営者にお知らせください。</p>\n`}<section class="year">
<h2>入居者ごとのお便り</h2>
<ul class="people">
${joined(residents.map(person))}</ul>
</section>
<section class="year">
<h2>名簿</h2>
<ul class="people">
<li><a href="${escaped(RESIDENTS_LIST)}"><b>入居者名簿</b></a> <small>表計算ソフトで開けます（CSV）</small></li>
<li><a href="${escaped(FAMILIES_LIST)}"><b>ご家族名簿</b></a> <small>表計算ソフトで開けます（CSV）</small></li>
<li><a href="${escaped(CONSENTS_LIST)}"><b>写真の同意の記録</b></a> <small>表計算ソフトで開けます（CSV）</small></li>
</ul>
</section>
`;
  const title = `${keepsake.facility.name}のお便りと名簿`;
  return htmlPage({ title, folder: '', content }, keepsake);
}

function person({ name, room, folder, first, last, letters }: KeptResident): Markup {
  const who = compose`<b>${inline(sama(name, ' '))}</b>`;
  const where =
    room === null || room === ''
      ? ''
      : compose`<small>${line(`${RESIDENT_FACTS.room.label} ${room}`)}</small> `;
  if (folder === null || first === null || last === null) {
    return compose`<li>${who} ${where}<small>お届けしたお便りは、ありません</small></li>\n`;
  }
  const span = first === last ? formatYearMonth(first) : spanOf(first, last);
  return compose`<li><a href="${escaped(folder + INDEX)}">${who}</a> ${where}<small>${escaped(`${span}・${letters}通`)}</small></li>\n`;
}

const spanOf = (first: YearMonth, last: YearMonth): string =>
  `${formatYearMonth(first)}から${formatYearMonth(last)}`;
