import { atom } from 'nanostores';

/**
 * Where photos that are chosen now go: a resident, null for the whole facility, undefined while
 * nobody is chosen (design, "Where a photo goes").
 */
export const $place = atom<string | null | undefined>(undefined);
