import type { Item } from '#domains/item/item.ts';
import type { FamilyLetter } from '#domains/letter/read-letters.ts';
import type { Neighbour } from '#domains/letter/neighbours.ts';
import { FACILITY_HEADING } from '#domains/letter/salutation.ts';
import { deliveryDay } from '#domains/people/stay.ts';
import type { CivilDate, YearMonth } from '#lib/calendar.ts';
import { roughSize } from '#lib/figures.ts';
import { formatMonth } from '#lib/format-ja.ts';
import type { Markup } from '#lib/html.ts';
import { compose, escaped, joined, markup } from '#lib/html.ts';
import type { LetterReader } from '#lib/paths.ts';
import { paths } from '#lib/paths.ts';
import { CALL, SEEN, SHARED_PHOTOS } from './anchors.ts';
import { letterHtml, letterToCheck } from './letter-html.ts';
import { photoRules } from './photo-view.ts';
import { UNFINISHED, dueDay, finishedOn } from './in-the-making.ts';
import type { LetterPhoto } from './web-photos.ts';
import { photoPairs } from './web-photos.ts';

/** A letter on the web, ready to be put between what the page adds. */
export interface WebLetter {
  /** From the month to the last photo. */
  letter: Markup;
  /** The telephone number, and ways to other letters. */
  closing: Markup;
  photoRules: Markup;
  /** What the button says that saves all of it. */
  save: Markup;
}

interface Who {
  residentName: string;
  hostName: string;
  hostPhone: string;
  reader: LetterReader;
  today: CivilDate;
  /** 見ました can be pressed, and was not yet. */
  canTell?: boolean;
  /** Letters go on: how they come can be changed. */
  goesOn?: boolean;
  /** Before the facility ends. */
  comes?: boolean;
  /** For who checks it; open: what all families see. */
  checking?: { isOpen: boolean } | undefined;
}

/** So many photos that they fill several phone screens. */
const LONG = 6;

export function drawLetter(letter: FamilyLetter<LetterPhoto>, who: Who): WebLetter {
  const { yearMonth, isOut, isAway, items, masterBytes } = letter;
  const { residentName, hostName, hostPhone, reader, today, canTell = false, comes = true } = who;
  const photos = items.map((photo, index) => ({ photo, number: index + 1 }));
  const own = photos.filter(({ photo }) => photo.isOwn);
  const shared = photos.filter(({ photo }) => !photo.isOwn);
  const hasBoth = own.length > 0 && shared.length > 0;
  const where = { yearMonth, reader, today };
  const surface = {
    hostName: escaped(hostName),
    hostPhone,
    residentName,
    ownPhotos: photoPairs(own, where),
    sharedPhotos: photoPairs(shared, where),
  };
  return {
    letter: who.checking
      ? letterToCheck(
          letter,
          { ...surface, top: '' },
          { ...who.checking, sharedCount: shared.length },
        )
      : letterHtml(letter, {
          ...surface,
          top: shortcuts({
            canTell,
            hasShared: items.length > LONG && hasBoth,
            hasPhone: items.length > LONG && hostPhone !== '',
          }),
          ...(!isOut && { instead: announcement(yearMonth, comes && !isAway) }),
        }),
    closing: closing(letter, who),
    photoRules: escaped(photoRules(items)),
    save:
      items.length > 0
        ? markup`お便りと写真${items.length}枚を保存<span>（${roughSize(masterBytes)}）</span>`
        : escaped('このお便りを保存'),
  };
}

/** The same for staff, whose photos have other addresses. */
export const drawStaffLetter = (letter: FamilyLetter, who: Who): WebLetter =>
  drawLetter({ ...letter, items: letter.items.map(toLetterPhoto) }, who);

const toLetterPhoto = (item: Item): LetterPhoto => ({
  ...item,
  isOwn: item.residentId !== null,
  folder: item.images.src.replace(/[^/]*$/, ''),
});

/** To 見ました, and in a long letter to other parts further down. */
function shortcuts(has: { canTell: boolean; hasShared: boolean; hasPhone: boolean }): Markup | '' {
  const links = joined([
    has.canTell ? markup`<a href="#${SEEN}">「見ました」を伝える</a>` : escaped(''),
    has.hasShared ? markup`<a href="#${SHARED_PHOTOS}">${FACILITY_HEADING}へ</a>` : escaped(''),
    has.hasPhone ? markup`<a href="#${CALL}">電話番号へ</a>` : escaped(''),
  ]);
  return links && compose`<nav class="ways screen" aria-label="このお便りの中">${links}</nav>`;
}

/** Before the 1st. @param comes not where that is open: the resident is away, or the facility ends */
const announcement = (yearMonth: YearMonth, comes: boolean): Markup =>
  !comes
    ? markup`<p class="wait"><b>この号は、まだお届けしていません</b></p>`
    : markup`<p class="wait"><b>この号は${dueDay(deliveryDay(yearMonth))}にお届けします</b> 写真とお便りがそろうまで、もう少しお待ちください。</p>`;

function closing(
  { previous, next }: Pick<FamilyLetter, 'previous' | 'next'>,
  { hostName, hostPhone, reader, goesOn }: Who,
): Markup {
  const dial = hostPhone.replace(/[^\d+]/g, '');
  return joined([
    hostPhone === ''
      ? escaped('')
      : markup`<aside id="${CALL}" class="call screen" aria-label="お問い合わせ"><p>${hostName}</p><a class="button" href="tel:${dial}">電話する <span>${hostPhone}</span></a></aside>`,
    previous || next
      ? compose`<nav class="months screen" aria-label="ほかの月のお便り">${
          previous && toNeighbour(previous, 'prev', reader)
        }${next && toNeighbour(next, 'next', reader)}</nav>`
      : escaped(''),
    markup`<p class="past screen"><a href="${paths.letters(reader)}">お便りの一覧へ</a></p>`,
    goesOn && !('previewFor' in reader)
      ? markup`<p class="past screen"><a href="${paths.letterReceive(reader)}">受け取り方</a></p>`
      : escaped(''),
  ]);
}

function toNeighbour(
  { yearMonth, dueOn }: Neighbour,
  rel: 'prev' | 'next',
  reader: LetterReader,
): Markup {
  const name = `${formatMonth(yearMonth)}号`;
  const due = dueOn === null ? '' : markup`<small>${UNFINISHED}・${finishedOn(dueOn)}</small>`;
  return compose`<a class="button plain${escaped(due && ' due')}" href="${escaped(paths.letter(yearMonth, reader))}" rel="${escaped(rel)}">${escaped(rel === 'prev' ? `‹ ${name}` : `${name} ›`)}${due}</a>`;
}
