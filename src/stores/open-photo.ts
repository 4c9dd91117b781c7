import { atom } from 'nanostores';
import type { PhotoPerson } from '#domains/item/item.ts';

export const $openId = atom<string | null>(null);
export const openPhoto = (id: string): void => $openId.set(id);
export const closePhoto = (): void => $openId.set(null);

/** Who is on the open photo; null until the server has said so. */
export const $photoPeople = atom<{ id: string; people: readonly PhotoPerson[] } | null>(null);
