import { atom } from 'nanostores';

/** The photo that is shown large. */
export const $openId = atom<string | null>(null);
export const openPhoto = (id: string): void => $openId.set(id);
export const closePhoto = (): void => $openId.set(null);
