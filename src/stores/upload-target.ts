import { atom } from 'nanostores';

/**
 * Where photos that are chosen now go: a resident, null for the whole facility, undefined while
 * nobody is chosen (domain.md#photos).
 */
export const $uploadTarget = atom<string | null | undefined>(undefined);
