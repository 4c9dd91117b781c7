import type { Item } from '#domains/item/item.ts';
import { defaultTitle } from '#domains/item/month-text.ts';
import type { FamilyLetter } from '#domains/letter/letters.ts';
import { addressLine, lastHeading, residentHeading } from '#domains/letter/salutation.ts';
import type { CivilDate } from '#lib/calendar.ts';
import { roughSize } from '#lib/figures.ts';
import type { Markup } from '#lib/html.ts';
import { escaped, joined, markup } from '#lib/html.ts';
import type { LetterReader } from '#lib/paths.ts';
import type { LetterPhoto } from './photo-pairs.ts';
import { photoPairs } from './photo-pairs.ts';
import { photoRules } from './photo-view.ts';

/**
 * What differs between the letters of a month, ready to be inserted; empty where a letter has
 * nothing of the kind. Whatever else a letter shows is in its `LetterFrame`.
 */
export interface LetterParts {
  hostName: Markup;
  phone: Markup;
  /** The number as a link dials it. */
  dial: Markup;
  addressLine: Markup;
  title: Markup;
  body: Markup;
  ownHeading: Markup;
  note: Markup;
  ownPhotos: Markup;
  sharedPhotos: Markup;
  photoRules: Markup;
  photoCount: Markup;
  archiveSize: Markup;
  /** What the family wrote about it. */
  ownAnswers: Markup;
}

/** What a letter shows beside its parts: the same for nearly all letters of a month. */
export interface LetterFrame extends Pick<
  FamilyLetter,
  'yearMonth' | 'isOut' | 'isLast' | 'isAway' | 'dueOn' | 'previous' | 'next'
> {
  /** So many photos that they fill several phone screens. */
  isLong: boolean;
}

export interface DrawnLetter {
  frame: LetterFrame;
  parts: LetterParts;
}

interface Who {
  residentName: string;
  hostName: string;
  hostPhone: string;
  reader: LetterReader;
  today: CivilDate;
}

const LONG = 6;

export function drawLetter(letter: FamilyLetter<LetterPhoto>, who: Who): DrawnLetter {
  const { yearMonth, isOut, isLast, isAway, dueOn, previous, next, items } = letter;
  const { residentName, hostPhone } = who;
  const photos = items.map((photo, index) => ({ photo, number: index + 1 }));
  const where = { yearMonth, reader: who.reader, today: who.today };
  const parts: LetterParts = {
    hostName: escaped(who.hostName),
    phone: escaped(hostPhone),
    dial: escaped(hostPhone.replace(/[^\d+]/g, '')),
    addressLine: escaped(addressLine(residentName)),
    title: escaped(letter.title === defaultTitle(yearMonth) ? '' : letter.title),
    body: joined(paragraphsOf(letter.body).map((text) => markup`<p>${text}</p>`)),
    ownHeading: escaped((isLast ? lastHeading : residentHeading)(residentName)),
    note: escaped(letter.note),
    ownPhotos: photoPairs(
      photos.filter(({ photo }) => photo.isOwn),
      where,
    ),
    sharedPhotos: photoPairs(
      photos.filter(({ photo }) => !photo.isOwn),
      where,
    ),
    photoRules: escaped(photoRules(items)),
    photoCount: escaped(items.length > 0 ? String(items.length) : ''),
    archiveSize: escaped(roughSize(letter.masterBytes)),
    ownAnswers: escaped(''),
  };
  const isLong = items.length > LONG;
  return { frame: { yearMonth, isOut, isLast, isAway, dueOn, previous, next, isLong }, parts };
}

/** The same for staff, whose photos have other addresses. */
export const drawStaffLetter = (letter: FamilyLetter, who: Who): DrawnLetter =>
  drawLetter({ ...letter, items: letter.items.map(toLetterPhoto) }, who);

const toLetterPhoto = (item: Item): LetterPhoto => ({
  ...item,
  isOwn: item.residentId !== null,
  folder: item.images.src.replace(/[^/]*$/, ''),
});

const paragraphsOf = (body: string): string[] =>
  body.split(/\n+/).filter((text) => text.trim() !== '');
