import { DAY_MS } from '#lib/durations.ts';
import type { PhotoPlace } from './photo-place.ts';

/** What is written today; another version of the site may have left another form. */
export const KEPT_FORM = 1;
/** Longer than a session lasts, so that a holiday loses nothing. */
export const KEPT_DAYS = 14;

/** What a device remembers of a photo until the server has it (domain.md#uploads-that-survive). */
export interface KeptPhoto {
  id: string;
  form: number;
  /** The account that chose it. */
  owner: string;
  /** The page that sends it, or did last. */
  page: string;
  /** undefined: still to be asked. */
  place: PhotoPlace | undefined;
  name: string;
  type: string;
  /** In milliseconds. */
  addedAt: number;
  /** Its bytes have arrived as this blob, so that only the item is left to create. */
  blob: string | null;
  /** Why the server will never take it. */
  refusal: string | null;
}

/** Whose page asks, and which pages are open. */
interface Asking {
  owner: string;
  page: string;
  now: number;
  isOpen: (page: string) => boolean;
  hasFile: (id: string) => boolean;
}

interface Sorted {
  /** To be sent by this page. */
  mine: KeptPhoto[];
  /** Noted, but their files could not be kept. */
  missing: string[];
  /** Kept too long; to be removed, whoever chose them. */
  expired: string[];
  /** How many of the expired were this account's. */
  expiredOwn: number;
  /** Sent by another open page of this account. */
  elsewhere: number;
  /** Of other accounts. */
  others: number;
}

/** Decides about everything that a device keeps. @param records as stored, of any form */
export function sortKept(records: readonly unknown[], asking: Asking): Sorted {
  const sorted: Sorted = {
    mine: [],
    missing: [],
    expired: [],
    expiredOwn: 0,
    elsewhere: 0,
    others: 0,
  };
  for (const record of records) place(sorted, readKept(record), asking);
  sorted.mine.sort((one, other) => (one.id < other.id ? -1 : 1));
  return sorted;
}

function place(sorted: Sorted, photo: KeptPhoto | null, asking: Asking): void {
  // This page knows its own.
  if (photo === null || photo.page === asking.page) return;
  const isOwn = photo.owner === asking.owner;
  if (asking.now - photo.addedAt > KEPT_DAYS * DAY_MS) {
    sorted.expired.push(photo.id);
    if (isOwn) sorted.expiredOwn += 1;
  } else if (!isOwn) sorted.others += 1;
  else if (asking.isOpen(photo.page)) sorted.elsewhere += 1;
  else if (!asking.hasFile(photo.id)) sorted.missing.push(photo.id);
  else sorted.mine.push(photo);
}

/** A photo in another form keeps its file and its owner; its place is asked for again. */
function readKept(record: unknown): KeptPhoto | null {
  const { id, form, owner, page, place, name, type, addedAt, blob, refusal } = (record ??
    {}) as Partial<Record<keyof KeptPhoto, unknown>>;
  if (typeof id !== 'string') return null;
  return {
    id,
    form: KEPT_FORM,
    owner: textOf(owner) ?? '',
    page: textOf(page) ?? '',
    place: form === KEPT_FORM && isPlace(place) ? place : undefined,
    name: textOf(name) ?? '写真',
    type: textOf(type) ?? '',
    addedAt: typeof addedAt === 'number' ? addedAt : 0,
    blob: form === KEPT_FORM ? textOf(blob) : null,
    refusal: form === KEPT_FORM ? textOf(refusal) : null,
  };
}

const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null);

const isPlace = (value: unknown): value is PhotoPlace =>
  value === null ||
  typeof value === 'string' ||
  (Array.isArray(value) && value.every((id) => typeof id === 'string'));

/** What the page says about photos that this device keeps. */
export interface Keeping {
  /** Not copied to the device yet. */
  pending: number;
  /** Could not be copied: lost with the page. */
  unkept: number;
  /** For want of room. */
  isFull: boolean;
  /** The device keeps nothing at all, or this window does not, such as a private one. */
  isDenied: boolean;
  /** Left over from a page that is gone, and sent on here. */
  resumed: number;
  /** Resumed ones that are not in the list yet. */
  joining: number;
  /** Chosen on an earlier page, and not kept. */
  missing: readonly string[];
  /** Kept, and the device cannot read them any more. */
  lost: readonly Pick<KeptPhoto, 'id' | 'name'>[];
  expired: number;
  /** Of other accounts. */
  others: number;
  /** Sent by another open page. */
  elsewhere: number;
}

/** About the photos under way: may the page be closed? @returns null before any was chosen */
export function safetyText(
  { pending, unkept, isFull, isDenied }: Keeping,
  underWay: number,
): string | null {
  if (underWay === 0) return null;
  if (isDenied) {
    return 'この画面では、写真を端末に控えておけません（プライベートブラウズなど）。このまま送れますので、送り終えるまで、この画面を閉じないでください。';
  }
  if (unkept > 0) {
    const why = isFull ? 'この端末に空きがないため、' : 'この端末では、';
    return `${why}${unkept}枚は控えておけません。送り終えるまで、この画面を閉じないでください。`;
  }
  if (pending > 0) return `この端末に控えています（あと${pending}枚）。まだ閉じないでください。`;
  return '途中で閉じても、次に開いたときに続きを送ります。';
}

/** What has to be known once, and is then dismissed. */
export function lossTexts({ missing, lost, expired }: Keeping): string[] {
  return [
    lost.length > 0 &&
      `${namesOf(lost)}は、この端末に控えた写真を読み込めなくなり、送れていません。もう一度選んでください。`,
    missing.length > 0 &&
      `${missing.length}枚は、この端末に控えられないうちに画面が閉じられたため、送れていません。もう一度選んでください。`,
    expired > 0 &&
      `${KEPT_DAYS}日のあいだに送り終えなかった${expired}枚を、この端末から削除しました。必要な写真は、もう一度選んでください。`,
  ].filter((text) => text !== false);
}

const SHOWN_NAMES = 3;

function namesOf(photos: Keeping['lost']): string {
  const names = photos.slice(0, SHOWN_NAMES).map(({ name }) => `「${name}」`);
  const rest = photos.length - names.length;
  return `${names.join('')}${rest > 0 ? `ほか${rest}枚` : ''}`;
}

/** What others do with this device. */
export function othersTexts({ others, elsewhere }: Keeping): string[] {
  return [
    elsewhere > 0 && `ほかの画面で${elsewhere}枚を送っています。`,
    others > 0 &&
      `この端末には、別の方が送り終えていない写真が${others}枚あります。その方がログインすると、続きを送ります。`,
  ].filter((text) => text !== false);
}
