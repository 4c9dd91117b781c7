import type { PhotoPlace } from '#features/item/photo-place.ts';
import { DAY_MS } from '#lib/durations.ts';

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
export interface Asking {
  owner: string;
  page: string;
  now: number;
  isOpen: (page: string) => boolean;
  hasFile: (id: string) => boolean;
}

export interface Sorted {
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

/** Of another form, a photo keeps its file and its owner; its place is asked for again. */
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
