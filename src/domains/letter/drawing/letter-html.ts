import { ownTitle } from '#domains/item/month-text.ts';
import {
  FACILITY_HEADING,
  addressLine,
  lastHeading,
  residentHeading,
} from '#domains/letter/salutation.ts';
import type { CivilDate, YearMonth } from '#lib/calendar.ts';
import { monthOf } from '#lib/calendar.ts';
import { formatYearWithEra } from '#lib/format-ja.ts';
import { sama } from '#lib/honorific.ts';
import type { Markup } from '#lib/html.ts';
import { compose, escaped, joined, markup } from '#lib/html.ts';
import { OWN_PHOTOS, SHARED_PHOTOS } from './anchors.ts';
import { motifOf } from './motifs.ts';
import { UNFINISHED, finishedOn } from './in-the-making.ts';

/**
 * The letter's template. The web, an admin's preview and an archive draw the whole of it, a year's
 * book and paper its pieces page by page; they differ by what they hand in (decision 17).
 */

/** What a letter says. */
interface LetterWords {
  yearMonth: YearMonth;
  title: string;
  body: string;
  note: string;
  /** The one after a death. */
  isLast: boolean;
  /** When an early letter is complete. */
  dueOn: CivilDate | null;
}

/** What its surface adds. */
export interface LetterSurface {
  hostName: Markup;
  hostPhone: string;
  residentName: string;
  /** In rows of two. */
  ownPhotos: Markup;
  sharedPhotos: Markup;
  /** Between the month and the greeting. */
  top: Markup | '';
  /** In place of the greeting of a letter that is not out yet. */
  instead?: Markup;
}

/** From the month to the last photo. */
export function letterHtml(letter: LetterWords, surface: LetterSurface): Markup {
  const { yearMonth, isLast, dueOn, body, note } = letter;
  const { hostName, residentName, top, instead, ownPhotos, sharedPhotos } = surface;
  const words = { residentName, title: ownTitle(letter), paragraphs: paragraphsOf(body), level: 2 };
  return joined([
    footLine(letter, surface),
    masthead({ yearMonth, isLast, as: 'h1', hostName, hasYear: true }),
    dueOn === null ? NOTHING : making(dueOn),
    top || NOTHING,
    instead ?? greeting(words),
    part(OWN_PHOTOS, ownHeading(letter, residentName), note, ownPhotos),
    part(SHARED_PHOTOS, FACILITY_HEADING, '', sharedPhotos),
  ]);
}

/**
 * For who checks many letters: the resident's own first; what all families see follows, folded once
 * it was seen.
 */
export function letterToCheck(
  letter: LetterWords,
  surface: LetterSurface,
  { isOpen, sharedCount }: { isOpen: boolean; sharedCount: number },
): Markup {
  const { yearMonth, isLast, body, note } = letter;
  const { hostName, residentName, ownPhotos, sharedPhotos } = surface;
  const words = { residentName, title: ownTitle(letter), paragraphs: paragraphsOf(body), level: 2 };
  const rest =
    sharedCount === 0 ? 'ごあいさつ' : `ごあいさつと、${FACILITY_HEADING}（写真${sharedCount}枚）`;
  return joined([
    masthead({ yearMonth, isLast, as: 'h1', hostName, hasYear: true }),
    part(OWN_PHOTOS, ownHeading(letter, residentName), note, ownPhotos),
    compose`<details class="rest"${isOpen ? escaped(' open') : ''}><summary>${escaped(rest)}</summary>${greeting(words)}${part(SHARED_PHOTOS, FACILITY_HEADING, '', sharedPhotos)}</details>`,
  ]);
}

/** Above what the family wrote, in a year and in what is taken home. */
export const OWN_ANSWERS_HEADING = 'ご家族からのことば';

const NOTHING = escaped('');

/** On every sheet of paper: whose letter of which month, and from whom. */
const footLine = (
  { yearMonth }: Pick<LetterWords, 'yearMonth'>,
  { residentName, hostName, hostPhone }: LetterSurface,
): Markup =>
  compose`<p class="paper foot-line">${escaped(`${monthOf(yearMonth)}月号・${sama(residentName, ' ')}`)} ${hostName}${
    hostPhone && markup` 電話 ${hostPhone}`
  }</p>`;

/** Paragraphs are lines with words. */
export const paragraphsOf = (text: string): string[] =>
  text.split(/\n+/).filter((line) => line.trim() !== '');

/** Above the resident's own photos. */
export const ownHeading = ({ isLast }: Pick<LetterWords, 'isLast'>, residentName: string): string =>
  (isLast ? lastHeading : residentHeading)(residentName);

interface Masthead {
  yearMonth: YearMonth;
  /** Without a drawing, in quiet colours. */
  isLast: boolean;
  /** `p` on a sheet that has headings of its own. */
  as: 'h1' | 'h2' | 'p';
  hostName?: Markup;
  hasYear?: boolean;
  id?: string;
}

/** The month's number and drawing. */
export function masthead({ yearMonth, isLast, as, hostName, hasYear, id }: Masthead): Markup {
  const month = compose`<${as as Markup}><b>${escaped(String(monthOf(yearMonth)))}</b>月号</${as as Markup}>`;
  const year = hasYear ? markup`<p class="soft">${formatYearWithEra(yearMonth)}</p>` : '';
  return compose`<header${id === undefined ? '' : markup` id="${id}"`} class="head${isLast ? escaped(' quiet') : ''}">${
    hostName === undefined ? '' : compose`<p class="host">${hostName}</p>`
  }<div>${month}${year}</div>${isLast ? '' : motifOf(yearMonth)}</header>`;
}

const making = (dueOn: CivilDate): Markup =>
  markup`<p class="making"><b>${UNFINISHED}</b>${finishedOn(dueOn)}</p>`;

interface Greeting {
  residentName: string;
  title: string;
  paragraphs: readonly string[];
  /** The level of the title's heading. */
  level: number;
}

export const greeting = ({ residentName, title, paragraphs, level }: Greeting): Markup =>
  compose`<div class="greeting"><div><p class="to">${escaped(addressLine(residentName))}</p>${
    title && markup`<h${level}>${title}</h${level}>`
  }</div>${paragraphs.length === 0 ? '' : bodyText(paragraphs)}</div>`;

export const bodyText = (paragraphs: readonly string[]): Markup =>
  compose`<div class="body">${joined(paragraphs.map((text) => markup`<p>${text}</p>`))}</div>`;

/** What staff wrote about the resident; its lines stay lines. */
export const noteText = (note: string): Markup => markup`<p class="note">${note}</p>`;

function part(id: string, heading: string, note: string, photos: Markup): Markup {
  if (photos === '' && note === '') return NOTHING;
  return compose`<section class="part" aria-labelledby="${escaped(id)}"><h2 id="${escaped(id)}">${escaped(heading)}</h2>${
    note && noteText(note)
  }${photos}</section>`;
}

/** A photo in its row. */
interface PhotoPrint {
  /** The class that has its ratio. */
  shape: string;
  picture: Markup;
  caption: string;
  /** When it was taken. */
  day: string;
  /** Where a press leads, and what it shows more of. */
  href?: string;
  hint?: string;
  id?: string;
}

/** Plain templates: thirty tagged ones take as long as the rest of a letter. */
export function photoPrint(print: PhotoPrint): Markup {
  const { shape, picture, caption, day, href, hint, id } = print;
  const more = hint ? `<small class="screen">${escaped(hint)}</small>` : '';
  const figure = `<figure>${picture}<figcaption>${escaped(caption)} <small>${escaped(day)}</small>${more}</figcaption></figure>`;
  const own = `${id === undefined ? '' : ` id="${escaped(id)}"`} class="${escaped(shape)}"`;
  return (
    href === undefined
      ? `<div${own}>${figure}</div>`
      : `<a${own} href="${escaped(href)}">${figure}</a>`
  ) as Markup;
}

/** One photo, or two side by side. */
export const photoRow = (prints: readonly Markup[]): Markup =>
  `<div class="pair">${joined(prints)}</div>` as Markup;
