import { roughSize } from '#features/archive/archive.ts';
import type { Item } from '#features/item/item.ts';
import type { FamilyLetter } from '#features/letter/letter.service.ts';
import { defaultTitle } from '#features/letter/letter.ts';
import { addressLine, lastHeading, residentHeading } from '#features/letter/salutation.ts';
import type { CivilDate } from '#lib/calendar.ts';
import type { Markup } from '#lib/html.ts';
import { escaped, joined, markup } from '#lib/html.ts';
import type { LetterReader } from '#lib/paths.ts';
import type { Utf8 } from '#server/utf8.ts';
import { textOf, utf8OfEach } from '#server/utf8.ts';
import type { LetterPhoto, NumberedPhoto } from './photo-pairs.server.ts';
import { photoPairs } from './photo-pairs.server.ts';
import { photoRules } from './photo-view.server.ts';

/**
 * What differs between the letters of a month, ready to be inserted; empty where a letter has
 * nothing of the kind. Whatever else a letter shows is in its `LetterFrame`.
 */
export type LetterParts<Text = Markup> = {
  hostName: Text;
  phone: Text;
  /** The number as a link dials it. */
  dial: Text;
  addressLine: Text;
  title: Text;
  body: Text;
  ownHeading: Text;
  note: Text;
  ownPhotos: Text;
  sharedPhotos: Text;
  photoRules: Text;
  photoCount: Text;
  archiveSize: Text;
  /** What the family wrote about it. */
  ownAnswers: Text;
};

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
  parts: LetterParts<Utf8>;
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
  const shown = (some: NumberedPhoto[]): Utf8 =>
    photoPairs(some, { yearMonth, reader: who.reader, today: who.today });
  const texts = inBytes({
    hostName: escaped(who.hostName),
    phone: escaped(hostPhone),
    dial: escaped(hostPhone.replace(/[^\d+]/g, '')),
    addressLine: escaped(addressLine(residentName)),
    title: escaped(letter.title === defaultTitle(yearMonth) ? '' : letter.title),
    body: joined(paragraphsOf(letter.body).map((text) => markup`<p>${text}</p>`)),
    ownHeading: escaped((isLast ? lastHeading : residentHeading)(residentName)),
    note: escaped(letter.note),
    photoRules: escaped(photoRules(items)),
    photoCount: escaped(items.length > 0 ? String(items.length) : ''),
    archiveSize: escaped(roughSize(letter.masterBytes)),
    ownAnswers: escaped(''),
  });
  const parts: LetterParts<Utf8> = {
    ...texts,
    ownPhotos: shown(photos.filter(({ photo }) => photo.isOwn)),
    sharedPhotos: shown(photos.filter(({ photo }) => !photo.isOwn)),
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

function inBytes<Name extends string>(texts: Record<Name, Markup>): Record<Name, Utf8> {
  const all = utf8OfEach(Object.values<Markup>(texts));
  const names = Object.keys(texts) as Name[];
  return Object.fromEntries(names.map((name, at) => [name, all[at]])) as Record<Name, Utf8>;
}

/** For components. */
export const partsAsText = (parts: LetterParts<Utf8>): LetterParts =>
  Object.fromEntries(
    Object.entries(parts).map(([name, value]) => [name, textOf(value)]),
  ) as LetterParts;

const paragraphsOf = (body: string): string[] =>
  body.split(/\n+/).filter((text) => text.trim() !== '');
