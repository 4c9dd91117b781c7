import { atom } from 'nanostores';

export const $openId = atom<string | null>(null);
export const openPhoto = (id: string): void => $openId.set(id);
export const closePhoto = (): void => $openId.set(null);
