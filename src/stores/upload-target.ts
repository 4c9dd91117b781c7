import { atom } from 'nanostores';

/**
 * Target of selected photos: a resident, null for the facility, undefined if not chosen
 * (domain.md#photos).
 */
export const $uploadTarget = atom<string | null | undefined>(undefined);
