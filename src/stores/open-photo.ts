import { atom } from 'nanostores';
import type { Item, PhotoPerson } from '#domains/item/item.ts';

export const $openId = atom<string | null>(null);
export const openPhoto = (id: string): void => $openId.set(id);
export const closePhoto = (): void => $openId.set(null);

export interface OnPhoto {
  id: string;
  people: readonly PhotoPerson[];
  /** Everybody's items that a rule leaves out. */
  leftOut: readonly Item[];
}

/** Who is on the open photo; null until the server has said so. */
export const $photoPeople = atom<OnPhoto | null>(null);
