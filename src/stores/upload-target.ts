import { atom } from 'nanostores';

/** null for the facility, undefined if not chosen (domain.md#photos). */
export const $uploadTarget = atom<string | null | undefined>(undefined);
